/** What was edited, with what it was before and what was taken back. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** What the last change was about: another one of the same is not a step of its own. */
  tag: string | null
}

/** Steps that can be taken back. */
const mostSteps = 200

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [], tag: null })

export function changedTo<T>(history: History<T>, present: T, tag: string | null): History<T> {
  const isSame = tag !== null && tag === history.tag
  const past = isSame ? history.past : [...history.past, history.present].slice(-mostSteps)
  return { past, present, future: [], tag }
}

export function undone<T>({ past, present, future, tag }: History<T>): History<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, tag }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], tag: null }
}

export function redone<T>({ past, present, future, tag }: History<T>): History<T> {
  const [next, ...rest] = future
  if (next === undefined) return { past, present, future, tag }
  return { past: [...past, present], present: next, future: rest, tag: null }
}
