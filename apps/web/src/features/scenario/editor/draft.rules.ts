import { levelOf, type LevelName } from '@steward/contracts/level'
import type { Scenario, ScenarioForm } from '@steward/contracts/scenario/scenario'
import type { SavedDraft } from '../scenario.calls.ts'
import type { Nodes } from './graph.rules.ts'

export type DraftForm = Omit<ScenarioForm, 'level'> & { level: LevelName }

/** A scenario as it is edited. */
export interface Draft {
  form: DraftForm
  nodes: Nodes
}

export const emptyDraft = (level: LevelName, timeZone: string): Draft => ({
  form: {
    name: '',
    description: '',
    level,
    timeZone,
    actionsPerDay: null,
    reentry: { rule: 'once', whileRunning: false },
  },
  nodes: [],
})

export const draftOf = ({ formData, nodes }: Scenario): Draft => ({
  form: { ...formData, level: formData.level as LevelName },
  nodes: nodes.map(({ key, type, settings, next }) => ({ key, type, settings, next })),
})

/** What is sent to save a draft. */
export const bodyOf = ({ form, nodes }: Draft, baseVersion: number | undefined): SavedDraft => ({
  formData: { ...form, level: levelOf(form.level).id },
  nodes: [...nodes],
  ...(baseVersion !== undefined && { baseVersion }),
})

/** Settings with some of them changed; undefined takes one out. */
export const mergeSettings = <T extends object>(settings: T, change: object): T =>
  Object.fromEntries(
    Object.entries({ ...settings, ...change }).filter(([, value]) => value !== undefined),
  ) as T

export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/** A value as text; the order of keys does not count, as the server keeps none. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
