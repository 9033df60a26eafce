import { setTimeout as wait } from 'node:timers/promises'
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

interface ReadNode {
  key: string
  executions: { summary: { completed: number; unattended_failure: number } }
}

/** Waits until so many records have completed a node; `look` is called meanwhile. Throws where records failed. */
export async function untilCompleted(
  stage: Pick<Stage, 'steward'>,
  scenarioId: number,
  key: string,
  least: number,
  look: () => void = () => undefined,
): Promise<void> {
  for (;;) {
    const { nodes } = await callScenario<{ nodes: ReadNode[] }>(stage, 'GET', String(scenarioId))
    look()
    if (nodes.some(({ executions }) => executions.summary.unattended_failure > 0)) {
      throw new Error(`Records failed in the scenario ${scenarioId}`)
    }
    const found = nodes.find((one) => one.key === key)
    if ((found?.executions.summary.completed ?? 0) >= least) return
    await wait(100)
  }
}

/** How many records scenarios let enter: those of their level that are not archived. */
export async function countEntering({ client, setup }: Pick<Stage, 'client' | 'setup'>): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    'select count(*) as n from record where tenant_id = $1 and level = 2 and not archived',
    [setup.tenantId],
  )
  return Number(rows[0]?.n)
}
