import type { PlaybookChange, PlaybookStep, SavePlaybook } from '@steward/contracts/playbook/template'

/** What a version says. */
export type Definition = Omit<SavePlaybook, 'baseVersion'>

export type ChangeDetails = Pick<PlaybookChange, 'keys' | 'steps'>

/** A value as text; the order of keys, which the database changes, does not count. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

const same = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

function differing(before: object, after: object): string[] {
  const [one, other] = [before, after] as Record<string, unknown>[]
  return Object.keys({ ...one, ...other }).filter((key) => !same(one?.[key], other?.[key]))
}

/** The keys of those steps that are among others, in their order. */
const kept = (some: readonly PlaybookStep[], among: { has(key: string): boolean }) =>
  some.map(({ key }) => key).filter((key) => among.has(key))

/** Which properties of a playbook and of its steps differ between two versions. */
export function differenceOf(
  before: Definition,
  after: Definition,
  idOf: (key: string) => number,
): ChangeDetails {
  const { steps: stepsBefore, ...restBefore } = before
  const { steps: stepsAfter, ...restAfter } = after
  const had = new Map(stepsBefore.map((step) => [step.key, step]))
  const has = new Set(stepsAfter.map(({ key }) => key))
  const noted = ({ key, title }: PlaybookStep, kind: 'added' | 'changed' | 'removed', keys: string[]) => ({
    stepId: idOf(key),
    title,
    kind,
    keys,
  })
  const steps = [
    ...stepsAfter.flatMap((step) => {
      const known = had.get(step.key)
      if (!known) return [noted(step, 'added', [])]
      const keys = differing(known, step)
      return keys.length > 0 ? [noted(step, 'changed', keys)] : []
    }),
    ...stepsBefore.flatMap((step) => (has.has(step.key) ? [] : [noted(step, 'removed', [])])),
  ]
  const isReordered = !same(kept(stepsBefore, has), kept(stepsAfter, had))
  return { keys: [...differing(restBefore, restAfter), ...(isReordered ? ['order'] : [])], steps }
}

/** The people whom a step names itself. */
export function peopleOf({ assignee }: PlaybookStep): number[] {
  if (assignee.rule === 'user') return [assignee.userId]
  return assignee.rule === 'leastLoaded' || assignee.rule === 'roundRobin' ? assignee.userIds : []
}
