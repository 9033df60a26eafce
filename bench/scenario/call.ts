import { once } from '../load.ts'
import type { Stage } from '../stage.ts'

const root = '/api/scenario-management/scenarios'

type Settings = Record<string, unknown>

/** A node with one way out. */
export const node = (key: string, type: string, settings: Settings, next: string | object = 'end') => ({
  key,
  type,
  settings,
  next: typeof next === 'string' ? { next } : next,
})

let count = 0

/** Creates a scenario of accounts whose records may enter any number of times. */
export async function createScenario(
  { steward }: Pick<Stage, 'steward'>,
  nodes: readonly object[],
): Promise<number> {
  const body = {
    formData: {
      name: `Bench ${(count += 1)}`,
      level: 'account',
      reentry: { rule: 'always', whileRunning: true },
    },
    nodes: [...nodes, { key: 'end', type: 'end', settings: {}, next: {} }],
  }
  const { data } = (await once(steward, { method: 'POST', path: root, body })) as {
    data: { scenarioId: number }
  }
  return data.scenarioId
}

export async function callScenario<Data>(
  { steward }: Pick<Stage, 'steward'>,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<Data> {
  const call = { method, path: `${root}/${path}`, ...(body === undefined ? {} : { body }) }
  return ((await once(steward, call)) as { data: Data }).data
}
