import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Change, PlanContext, Planned } from './record.change.ts'
import { isScoped, whyNotChange, whyNotCreate } from './record.policy.ts'
import {
  contraryAccount,
  contraryParent,
  danglingReferences,
  forbiddenChanges,
  missingFields,
  missingParent,
  onePerField,
  unseenContact,
  withChurn,
  withDefaults,
  withOwners,
  withoutLostImage,
  withParents,
} from './record.rules.ts'
import type { Problem, References } from './record.rules.ts'
import { apply, begin, differences, type Current, type State, type Values } from './record.state.ts'
import {
  findChangedSince,
  findExternalIds,
  findParents,
  holdParents,
  loadCurrent,
  type ExternalIdHolder,
} from './record.store.ts'

function refused(
  recordId: number | null,
  current: Current | null,
  problems: Problem[],
  outcome: 'refused' | 'conflict' = 'refused',
): Planned {
  return { outcome, recordId, current, next: current?.state ?? {}, before: {}, after: {}, problems }
}

function planCreate(
  change: Change & { kind: 'create' },
  context: PlanContext,
  references: References,
): Planned {
  const { actor, catalogue, level } = context
  const whyNot = whyNotCreate(actor)
  if (whyNot) return refused(null, null, [{ field: null, message: whyNot }])
  const asked = withOwners({}, change.values)
  const defaulted = change.restored
    ? withoutLostImage(asked, references)
    : withDefaults(level, asked, context.defaults)
  const values = withParents(level, {}, defaulted, references)
  const problems = change.restored
    ? []
    : [
        ...(change.problems ?? []),
        ...missingFields(catalogue, values),
        ...missingParent(level, values),
        ...unseenContact(level, values, isScoped(actor)),
        ...contraryAccount(level, defaulted, references),
        ...danglingReferences(catalogue, defaulted, {}, references),
      ]
  if (problems.length > 0) return refused(null, null, onePerField(problems))
  const next = begin(values)
  return {
    outcome: 'create',
    recordId: change.recordId ?? null,
    current: null,
    next,
    before: {},
    after: next,
    problems: [],
  }
}

export const gone: Problem = { field: null, message: "This record does not exist, or you can't see it." }
const held: Problem = { field: null, message: 'Kept, because something was logged on it since.' }
const isParent: Problem = { field: null, message: 'Kept, because other records belong to it.' }

/** The faults of an update. Only the requested values are checked, not their consequences. */
function faultsOf(
  change: Change & { kind: 'update' },
  { actor, catalogue, level, freedom, isUpload }: PlanContext,
  state: State,
  after: Values,
  references: References,
): Problem[] {
  const named = differences(state, change.values).after
  const movesUp = 'organizationId' in after || 'accountId' in after
  return [
    ...(change.problems ?? []),
    ...(freedom === 'form' ? forbiddenChanges(catalogue, after, isUpload) : []),
    ...contraryParent(catalogue, state, change.values),
    ...(movesUp ? missingParent(level, apply(state, after)) : []),
    ...(movesUp ? unseenContact(level, apply(state, after), isScoped(actor)) : []),
    ...contraryAccount(level, change.values, references),
    ...danglingReferences(catalogue, named, state, references),
  ]
}

function withUnset({ values, whereUnset = {} }: Change & { kind: 'update' }, state: State): Values {
  const keys = Object.keys(whereUnset).filter((key) => !(key in state))
  return keys.length === 0
    ? values
    : { ...values, ...Object.fromEntries(keys.map((key) => [key, whereUnset[key] ?? null])) }
}

/** Without a day of creation that the record shows already: files that were exported name it. */
function withoutSameCreation(values: Values, { state, createdAt: here }: Current): Values {
  const { createdAt, ...others } = values
  const isSame = typeof createdAt === 'string' && !('createdAt' in state) && here.startsWith(createdAt)
  return isSame ? others : values
}

function planUpdate(
  wished: Change & { kind: 'update' },
  context: PlanContext,
  current: Current | undefined,
  references: References,
): Planned {
  if (!current || current.level !== context.level) return refused(wished.recordId, null, [gone])
  const whyNot = whyNotChange(context.actor, current.mine)
  if (whyNot) return refused(wished.recordId, current, [{ field: null, message: whyNot }])
  const owned = withOwners(current.state, wished.values)
  const change = { ...wished, values: withoutSameCreation(owned, current) }
  const values = withUnset(change, current.state)
  const parented = withParents(context.level, current.state, values, references)
  const asked =
    context.freedom === 'restore'
      ? withoutLostImage(parented, references)
      : withChurn(current.state, parented)
  const { before, after } = differences(current.state, asked)
  const next = apply(current.state, after)
  const problems =
    context.freedom === 'restore' ? [] : faultsOf(change, context, current.state, after, references)
  if (problems.length > 0) return refused(change.recordId, current, onePerField(problems))
  const outcome = Object.keys(after).length === 0 ? 'unchanged' : 'update'
  return { outcome, recordId: change.recordId, current, next, before, after, problems: [] }
}

/** Records that stay because something is left of them. */
type Holders = Record<'logged' | 'parents', ReadonlySet<number>>

function planDelete(
  change: Change & { kind: 'delete' },
  context: PlanContext,
  current: Current | undefined,
  { logged, parents }: Holders,
): Planned {
  if (!current) return refused(change.recordId, null, [gone])
  const whyNot = whyNotChange(context.actor, current.mine)
  if (whyNot) return refused(change.recordId, current, [{ field: null, message: whyNot }])
  if (logged.has(change.recordId)) return refused(change.recordId, current, [held], 'conflict')
  if (parents.has(change.recordId)) return refused(change.recordId, current, [isParent], 'conflict')
  return {
    outcome: 'delete',
    recordId: change.recordId,
    current,
    next: {},
    before: current.state,
    after: {},
    problems: [],
  }
}

/** Refuses to overwrite fields that someone changed after the version that the form was opened with. */
function refuseStale({ catalogue }: PlanContext, item: Planned, changed: ReadonlySet<string>): Planned {
  const problems = Object.keys(item.after)
    .filter((key) => changed.has(key))
    .map((key): Problem => {
      const field = catalogue.byKey(key)
      const label = field?.displayName ?? key
      return { field: field?.name ?? key, message: `${label} was changed by another user in the meantime.` }
    })
  return problems.length === 0
    ? item
    : { ...refused(item.recordId, item.current, problems, 'conflict'), stale: true }
}

/** The version that a planned update was made of, where the record has another one by now. */
function olderVersion({ outcome, current }: Planned, change: Change | undefined): number | undefined {
  if (outcome !== 'update' || change?.kind !== 'update') return undefined
  return change.expectedVersion === current?.version ? undefined : change.expectedVersion
}

async function refuseAllStale(
  db: Db | Tx,
  context: PlanContext,
  planned: readonly Planned[],
  changes: readonly Change[],
): Promise<Planned[]> {
  const seen = planned.flatMap((item, at) => {
    const version = olderVersion(item, changes[at])
    return version === undefined ? [] : [{ at, recordId: item.recordId as number, version }]
  })
  if (seen.length === 0) return [...planned]
  const changed = await findChangedSince(db, context.actor.tenantId, seen)
  const keysAt = new Map(seen.map(({ at }, place) => [at, changed[place] ?? new Set<string>()]))
  return planned.map((item, at) => {
    const keys = keysAt.get(at)
    return keys ? refuseStale(context, item, keys) : item
  })
}

function externalIdOf(planned: Planned): string | undefined {
  const value = planned.after['externalId']
  return typeof value === 'string' ? value : undefined
}

/** Someone who doesn't see every record learns only here that a record they don't see has the external ID. */
const isKnownFree = (actor: Actor, change: Change | undefined): boolean =>
  change?.kind === 'create' && change.externalIdIsFree === true && !isScoped(actor)

function withoutExternalId(item: Planned, problem: Problem): Planned {
  const { externalId: _, ...after } = item.after
  const { externalId: present = null, ...before } = item.before
  const next = apply(item.next, { externalId: present })
  const outcome = item.current && Object.keys(after).length === 0 ? 'unchanged' : item.outcome
  return { ...item, outcome, next, before, after: item.current ? after : next, leftOut: [problem] }
}

/**
 * Refuses external ids that another record holds, in the database or earlier in this batch. What is put back goes
 * back without.
 */
function refuseTakenExternalIds(
  { actor, freedom }: PlanContext,
  planned: Planned[],
  holders: ReadonlyMap<string, ExternalIdHolder>,
): Planned[] {
  const claimed = new Set<string>()
  return planned.map((item) => {
    const externalId = externalIdOf(item)
    if (externalId === undefined || item.problems.length > 0) return item
    const holder = holders.get(externalId)
    const isTaken = (holder && holder.recordId !== item.recordId) || claimed.has(externalId)
    if (!isTaken) {
      claimed.add(externalId)
      return item
    }
    const whose = holder && !isScoped(actor) ? ` ("${holder.name}")` : ''
    const message = `External ID "${externalId.slice(0, 60)}" is already used by another record${whose}.`
    const problem = { field: 'system:externalId', message }
    if (freedom === 'restore') return withoutExternalId(item, problem)
    return refused(item.recordId, item.current, [problem], 'conflict')
  })
}

/**
 * The accounts that records come below: their organization comes with them. One that a record is below already
 * is not held, for anyone who moves that account holds it first and the record then.
 */
function newAccounts(changes: readonly Change[], currents: ReadonlyMap<number, Current>): number[] {
  const ids = changes.flatMap((change) => {
    const accountId = change.kind === 'delete' ? undefined : change.values['accountId']
    const present = change.kind === 'update' ? currents.get(change.recordId)?.state['accountId'] : undefined
    return typeof accountId === 'number' && accountId !== present ? [accountId] : []
  })
  return [...new Set(ids)]
}

/**
 * Calculates what a batch of changes at one level would do, and writes nothing. With `lock` the
 * records stay as they are until the transaction ends; so a plan made inside one is what happens.
 */
export async function planChanges(
  db: Db | Tx,
  context: PlanContext,
  changes: readonly Change[],
  lock: boolean,
): Promise<Planned[]> {
  const { actor } = context
  const ids = changes.flatMap((change) => (change.kind === 'create' ? [] : [change.recordId]))
  const present = ids.length > 0 ? await loadCurrent(db, actor, ids, lock) : new Map<number, Current>()
  const currents = (await context.foresee?.(present, ids)) ?? present
  const asked = changes.map((change) => (change.kind === 'delete' ? {} : change.values))
  if (lock) await holdParents(db as Tx, actor.tenantId, newAccounts(changes, currents))
  const references = await context.findReferences(asked, context.freedom)
  const deleted = changes.flatMap((change) => (change.kind === 'delete' ? [change.recordId] : []))
  const holders = {
    logged: await context.findHeld(deleted),
    parents: await findParents(db, actor.tenantId, deleted),
  }
  const all = changes.map((change) => {
    if (change.kind === 'create') return planCreate(change, context, references)
    const current = currents.get(change.recordId)
    if (change.kind === 'delete') return planDelete(change, context, current, holders)
    return planUpdate(change, context, current, references)
  })
  const planned = await refuseAllStale(db, context, all, changes)
  const externalIds = planned.flatMap((item, at) =>
    isKnownFree(actor, changes[at]) ? [] : (externalIdOf(item) ?? []),
  )
  return refuseTakenExternalIds(
    context,
    planned,
    await findExternalIds(db, actor.tenantId, context.level, externalIds),
  )
}
