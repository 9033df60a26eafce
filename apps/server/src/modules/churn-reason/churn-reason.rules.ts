import { fold } from '@steward/conditions'
import { churnReasonOptions, type ChurnReason, type PutChurnReasons } from '@steward/contracts/churn-reason'
import type { PicklistOption } from '@steward/contracts/value'

export interface StoredReason {
  reasonId: number
  /** null at the top. */
  parentId: number | null
  name: string
  retired: boolean
}

/** The defaults of a new tenant. */
export const firstReasons: PutChurnReasons['reasons'] = [
  { name: 'Price', below: ['Budget cut', 'Too expensive'] },
  { name: 'Product', below: ['Missing feature', 'Quality', 'Hard to use'] },
  { name: 'Service', below: ['Onboarding', 'Support'] },
  { name: 'Company', below: ['Acquired', 'Closed down'] },
  { name: 'Competitor', below: [] },
  { name: 'Other', below: [] },
].map(({ name, below }) => ({
  name,
  retired: false,
  children: below.map((child) => ({ name: child, retired: false })),
}))

interface Branch {
  top: StoredReason
  below: StoredReason[]
}

/** Reasons come in their order, those at the top first. */
function branchesOf(reasons: readonly StoredReason[]): Branch[] {
  const groups = Map.groupBy(reasons, (reason) => reason.parentId)
  return (groups.get(null) ?? []).map((top) => ({ top, below: groups.get(top.reasonId) ?? [] }))
}

/** The reasons as they are sent. `records` has how many records hold each, where any does. */
export function treeOf(
  reasons: readonly StoredReason[],
  records: ReadonlyMap<number, number>,
): ChurnReason[] {
  const present = ({ reasonId, name, retired }: StoredReason) => ({
    reasonId,
    name,
    retired,
    records: records.get(reasonId) ?? 0,
  })
  return branchesOf(reasons).map(({ top, below }) => ({ ...present(top), children: below.map(present) }))
}

/** The reasons as options of the field that holds them. */
export function optionsOf(reasons: readonly StoredReason[]): PicklistOption[] {
  return churnReasonOptions(treeOf(reasons, new Map()))
}

/** A reason as it is to be; one that is new has no id yet. */
export interface PlannedReason {
  reasonId: number | null
  name: string
  retired: boolean
  children: Omit<PlannedReason, 'children'>[]
}

interface Plan {
  reasons: PlannedReason[]
  deleted: StoredReason[]
  /** Left out, but held by records. */
  kept: StoredReason[]
  /** By the path of what is wrong. */
  faults: Record<string, string>
}

type Wish = PutChurnReasons['reasons'][number]['children'][number]

function createFaultFinder(stored: ReadonlyMap<number, StoredReason>) {
  const faults: Record<string, string> = {}
  const named = new Set<number>()

  function lookAtId(id: number | null | undefined, path: string): void {
    if (id === null || id === undefined) return
    if (!stored.has(id)) {
      faults[`${path}.reasonId`] = `Churn reason ${id} does not exist. Leave out the id for a new one.`
    } else if (named.has(id)) {
      faults[`${path}.reasonId`] = `Churn reason ${id} appears twice.`
    }
    named.add(id)
  }

  return {
    faults,
    named,
    /** Looks at the wishes below one reason, beside those that stay there although they were left out. */
    look(wishes: readonly Wish[], path: string, staying: readonly StoredReason[]): void {
      const kept = new Set(staying.map(({ name }) => fold(name)))
      const names = new Set<string>()
      for (const [at, { reasonId, name }] of wishes.entries()) {
        const key = fold(name)
        lookAtId(reasonId, `${path}.${at}`)
        if (names.has(key)) faults[`${path}.${at}.name`] = `"${name}" is already in use. Choose another name.`
        else if (kept.has(key)) {
          faults[`${path}.${at}.name`] =
            `"${name}" is missing, but records use it. Keep it in the list or rename it.`
        }
        names.add(key)
      }
    },
  }
}

const wished = ({ reasonId = null, name, retired }: Wish) => ({ reasonId, name, retired })

const retire = ({ reasonId, name }: StoredReason) => ({ reasonId, name, retired: true })

/**
 * What a wished tree comes to. A reason that is left out is deleted, or retired where a record holds it
 * or one below it.
 */
export function planReasons(
  reasons: readonly StoredReason[],
  { reasons: wishes }: PutChurnReasons,
  held: ReadonlySet<number>,
): Plan {
  const finder = createFaultFinder(new Map(reasons.map((reason) => [reason.reasonId, reason])))
  const wishedIds = new Set(
    wishes.flatMap((wish) => [wish.reasonId, ...wish.children.map((child) => child.reasonId)]),
  )
  const missing = reasons.filter(({ reasonId }) => !wishedIds.has(reasonId))
  const staysBelow = missing.filter(({ parentId, reasonId }) => parentId !== null && held.has(reasonId))
  const parentsOfStaying = new Set(staysBelow.map(({ parentId }) => parentId))
  const staysOnTop = missing.filter(
    ({ parentId, reasonId }) => parentId === null && (held.has(reasonId) || parentsOfStaying.has(reasonId)),
  )
  const belowOf = (id: number | null | undefined) => staysBelow.filter(({ parentId }) => parentId === id)
  finder.look(wishes, 'reasons', staysOnTop)
  for (const [at, { reasonId, children }] of wishes.entries()) {
    finder.look(children, `reasons.${at}.children`, reasonId ? belowOf(reasonId) : [])
    for (const [under, child] of children.entries()) {
      const below = child.reasonId ? belowOf(child.reasonId) : []
      if (below[0]) {
        finder.faults[`reasons.${at}.children.${under}.reasonId`] =
          `Records use "${below[0].name}" below this reason, so it must stay a top reason.`
      }
    }
  }
  const kept = [...staysOnTop, ...staysBelow]
  return {
    reasons: [
      ...wishes.map((wish) => ({
        ...wished(wish),
        children: [
          ...wish.children.map(wished),
          ...(wish.reasonId ? belowOf(wish.reasonId) : []).map(retire),
        ],
      })),
      ...staysOnTop.map((top) => ({ ...retire(top), children: belowOf(top.reasonId).map(retire) })),
    ],
    deleted: missing.filter((reason) => !kept.includes(reason)),
    kept: kept.filter(({ retired }) => !retired),
    faults: finder.faults,
  }
}
