import type { ChurnReason, PutChurnReasons } from '@steward/contracts/churn-reason'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'

/** A reason as it is being written. */
export interface DraftReason {
  /** Stays the same as long as it is on the page. */
  key: string
  /** null for one that is new. */
  reasonId: number | null
  name: string
  retired: boolean
  /** Records that use it, as of when the page was read. */
  records: number
}

export interface DraftTop extends DraftReason {
  children: readonly DraftReason[]
}

export type ReasonDraft = readonly DraftTop[]

const keyed = ({ reasonId, name, retired, records }: Omit<ChurnReason, 'children'>): DraftReason => ({
  key: String(reasonId),
  reasonId,
  name,
  retired,
  records,
})

export function draftOf(reasons: readonly ChurnReason[]): ReasonDraft {
  return reasons.map((reason) => ({ ...keyed(reason), children: reason.children.map(keyed) }))
}

const wished = ({ reasonId, name, retired }: DraftReason) => ({ reasonId, name: name.trim(), retired })

/** The draft as it is sent. */
export function inputOf(draft: ReasonDraft): PutChurnReasons['reasons'] {
  return draft.map((top) => ({ ...wished(top), children: top.children.map(wished) }))
}

let lastNew = 0

export function newReason(): DraftReason {
  lastNew += 1
  return { key: `new-${lastNew}`, reasonId: null, name: '', retired: false, records: 0 }
}

/** Changes one reason, of whichever level. */
export function changeReason(draft: ReasonDraft, key: string, change: Partial<DraftReason>): ReasonDraft {
  const changed = <R extends DraftReason>(reason: R): R =>
    reason.key === key ? { ...reason, ...change } : reason
  return draft.map((top) => ({ ...changed(top), children: top.children.map(changed) }))
}

export function removeReason(draft: ReasonDraft, key: string): ReasonDraft {
  return draft
    .filter((top) => top.key !== key)
    .map((top) => ({ ...top, children: top.children.filter((child) => child.key !== key) }))
}

/** Adds a reason at the end, or at the end of those below another. */
export function addReason(draft: ReasonDraft, above: string | null, reason: DraftReason): ReasonDraft {
  if (above === null) return [...draft, { ...reason, children: [] }]
  return draft.map((top) => (top.key === above ? { ...top, children: [...top.children, reason] } : top))
}

function ordered<R extends DraftReason>(
  reasons: readonly R[],
  order: (keys: readonly string[]) => readonly string[],
): R[] {
  const byKey = new Map(reasons.map((reason) => [reason.key, reason]))
  return order([...byKey.keys()]).flatMap((key) => byKey.get(key) ?? [])
}

/** The reasons among which one stands. */
export function siblingsOf(draft: ReasonDraft, key: string): readonly DraftReason[] {
  const among = (reasons: readonly DraftReason[]) => reasons.some((reason) => reason.key === key)
  return among(draft) ? draft : (draft.find((top) => among(top.children))?.children ?? [])
}

/** A place up or down among those beside it. */
export function stepReason(draft: ReasonDraft, key: string, by: 1 | -1): ReasonDraft {
  if (draft.some((top) => top.key === key)) return ordered(draft, (keys) => moveBy(keys, key, by))
  return draft.map((top) => ({ ...top, children: ordered(top.children, (keys) => moveBy(keys, key, by)) }))
}

/**
 * Puts one reason beside another. One below stays below: dropped on one at the top it becomes its first;
 * one at the top goes beside the one whose branch it is dropped in.
 */
export function dropReason(
  draft: ReasonDraft,
  moved: string,
  target: string,
  side: 'before' | 'after',
): ReasonDraft {
  const branch = draft.find((top) => top.key === target || top.children.some(({ key }) => key === target))
  if (!branch || moved === target) return draft
  if (draft.some((top) => top.key === moved)) {
    return ordered(draft, (keys) => moveBeside(keys, moved, branch.key, side))
  }
  const reason = siblingsOf(draft, moved).find(({ key }) => key === moved)
  if (!reason) return draft
  const isOnTop = branch.key === target
  return removeReason(draft, moved).map((top) => {
    if (top.key !== branch.key) return top
    const at = isOnTop ? 0 : top.children.findIndex(({ key }) => key === target) + (side === 'after' ? 1 : 0)
    return { ...top, children: top.children.toSpliced(at, 0, reason) }
  })
}

/** How many records hold a reason or one below it. */
export function heldBy(draft: ReasonDraft, key: string): number {
  const top = draft.find((one) => one.key === key)
  if (top) return top.children.reduce((sum, { records }) => sum + records, top.records)
  return siblingsOf(draft, key).find((reason) => reason.key === key)?.records ?? 0
}

function problemsAmong(reasons: readonly DraftReason[]): [string, string][] {
  const names = new Set<string>()
  return reasons.flatMap(({ key, name }): [string, string][] => {
    const folded = name.trim().toLowerCase()
    if (folded === '') return [[key, 'Enter a name.']]
    if (names.has(folded)) return [[key, `"${name.trim()}" is already in use. Choose another name.`]]
    names.add(folded)
    return []
  })
}

/** What is wrong, by the key of the reason. */
export function problemsOf(draft: ReasonDraft): Record<string, string> {
  return Object.fromEntries([
    ...problemsAmong(draft),
    ...draft.flatMap(({ children }) => problemsAmong(children)),
  ])
}

/** What the server found wrong, which names places, by the key of the reason. */
export function refusalsOf(
  draft: ReasonDraft,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, message]) => {
      const [, at = '', under] = /^reasons\.(\d+)(?:\.children\.(\d+))?/.exec(path) ?? []
      const top = draft[Number(at)]
      const reason = under === undefined ? top : top?.children[Number(under)]
      return at !== '' && reason ? [[reason.key, message]] : []
    }),
  )
}
