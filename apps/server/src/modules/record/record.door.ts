import type { LevelId } from '@steward/contracts/level'
import { seeingAll } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Act, BatchFacts } from './record.change-set.ts'
import { countKeyOf } from './record.count.ts'
import type { Change, PlanContext, Planned } from './record.change.ts'
import { awaitTurn, isWrite, toWrites, writeLevel, writeOf, type ActInTurn } from './record.level-write.ts'
import { planChanges } from './record.plan.ts'
import { knownSlots, readSlots } from './record.slot.ts'
import type { Current, State } from './record.state.ts'
import { refuseClosedStages } from './record.context.ts'
import { countElsewhere, findBelowAccounts, holdRecords, loadCurrent, type Held } from './record.store.ts'
import {
  announceBatch,
  keepPastOfReturning,
  manyCreated,
  openChangeSet,
  takeRecordIds,
  writeLoneUpdate,
} from './record.write.store.ts'

export interface Written {
  /** Null when nothing differed. */
  changeSetId: number | null
  results: readonly Planned[]
  /** Records that went along with accounts above them. */
  followed: number
}

async function giveIds(tx: Tx, items: readonly Planned[]): Promise<void> {
  const without = items.filter((item) => item.outcome === 'create' && item.recordId === null)
  if (without.length === 0) return
  const ids = await takeRecordIds(tx, without.length)
  for (const [index, item] of without.entries()) item.recordId = ids[index] as number
}

function isFollowing(current: Current, organizationId: unknown): boolean {
  return (current.state['organizationId'] ?? null) === organizationId
}

const isMoving = (level: LevelId, { outcome, after }: Planned): boolean =>
  outcome === 'update' && level === 2 && 'organizationId' in after

/** Whether a change has to do with records beside its own. */
const concernsOthers = (level: LevelId, item: Planned): boolean =>
  item.outcome === 'delete' || isMoving(level, item)

/** How many records below accounts would follow them to other organizations, before anything is written. */
export async function countFollowing(
  db: Db | Tx,
  { actor, level }: PlanContext,
  planned: readonly Planned[],
): Promise<number> {
  const moved = planned.filter((item) => isMoving(level, item))
  if (moved.length === 0) return 0
  const places = moved.map(({ recordId, after }) => ({
    accountId: recordId as number,
    organizationId: (after['organizationId'] ?? null) as number | null,
  }))
  return countElsewhere(db, actor.tenantId, places)
}

/** The records below accounts that would follow them to other organizations, before anything is written. */
export async function findFollowing(
  db: Db | Tx,
  context: PlanContext,
  planned: readonly Planned[],
): Promise<{ level: LevelId; planned: Planned }[]> {
  const followers = await followingAccounts(db, context, planned, false)
  return [...followers].flatMap(([level, items]) => items.map((item) => ({ level, planned: item })))
}

/** What hangs below accounts whose organization changed follows them. */
async function followingAccounts(
  tx: Db | Tx,
  context: PlanContext,
  items: readonly Planned[],
  lock: boolean,
): Promise<Map<LevelId, Planned[]>> {
  const moved = items.filter((item) => isMoving(context.level, item))
  const followers = new Map<LevelId, Planned[]>()
  if (moved.length === 0) return followers
  const organizationOf = new Map(moved.map((item) => [item.recordId, item.after['organizationId'] ?? null]))
  const below = await findBelowAccounts(tx, context.actor.tenantId, [...organizationOf.keys()] as number[])
  const currents = await loadCurrent(
    tx,
    seeingAll(context.actor),
    below.map((record) => record.recordId),
    lock,
  )
  for (const record of below) {
    const current = currents.get(record.recordId)
    if (!current || isFollowing(current, organizationOf.get(record.accountId) ?? null)) continue
    const after = { organizationId: organizationOf.get(record.accountId) ?? null }
    const before = { organizationId: current.state['organizationId'] ?? null }
    const next: State = { ...current.state }
    if (after.organizationId === null) delete next['organizationId']
    else next['organizationId'] = after.organizationId
    const follower: Planned = {
      outcome: 'update',
      recordId: record.recordId,
      current,
      next,
      before,
      after,
      problems: [],
    }
    followers.set(record.level, [...(followers.get(record.level) ?? []), follower])
  }
  return followers
}

const idsOf = (items: readonly Planned[]): number[] => items.map(({ recordId }) => recordId as number)

/** Whether states concern no one but the actor, as those of an import do by the thousand. */
function areOwn({ actor, catalogue }: PlanContext, states: readonly State[]): boolean {
  const people = catalogue.fields.filter(({ dataType }) => dataType === 'user').map(({ key }) => key)
  return states.every((state) => {
    const { owners = [], health } = state
    if (health !== undefined || people.some((key) => state[key] !== undefined)) return false
    return Array.isArray(owners) && owners.every((id) => id === actor.userId)
  })
}

/** What the event of the first batch of an act says. New records are named; else the change set has all that there is. */
function toldFirst(context: PlanContext, items: readonly Planned[]): BatchFacts {
  const { level } = context
  const records = items.length
  if (items.some(({ outcome }) => outcome !== 'create')) return { level, records }
  const states = items.map(({ next }) => next)
  const own = areOwn(context, states) ? { areOwn: true as const } : {}
  return { level, records, recordIds: idsOf(items), areNew: true, ...own }
}

/** Shows which records a further batch of an act changes. */
async function tellMore(
  tx: Tx,
  context: PlanContext,
  changeSetId: number,
  items: readonly Planned[],
  followers: ReadonlyMap<LevelId, readonly Planned[]>,
): Promise<void> {
  const recordIds = idsOf([items, ...followers.values()].flat())
  await announceBatch(tx, context.actor.tenantId, changeSetId, { ...toldFirst(context, items), recordIds })
}

function heldBy(change: Change): Held[] {
  if (change.kind === 'create') return []
  const { recordId } = change
  return [
    change.kind === 'update' ? { recordId, organizationId: change.values['organizationId'] } : { recordId },
  ]
}

/** Holds what changes are about, of whichever levels, with all that follows accounts that move. */
export async function holdChanges(tx: Tx, tenantId: number, changes: readonly Change[]): Promise<void> {
  const held = changes.flatMap(heldBy)
  if (held.length > 0) await holdRecords(tx, tenantId, held)
}

const mayMove = (change: Change): boolean => change.kind === 'update' && 'organizationId' in change.values

/** Holds accounts that may move with what follows them, before any of them is planned. */
export async function holdMoves(
  tx: Tx,
  { level, actor }: PlanContext,
  changes: readonly Change[],
): Promise<void> {
  if (level === 2 && changes.some(mayMove)) await holdChanges(tx, actor.tenantId, changes)
}

/**
 * The one door: every change to a record goes through here. Plans the batch under lock, then writes
 * the records, the ledger, the counts and the event in the caller's transaction. A change that is
 * refused or in conflict is reported and blocks none of the others. A batch that is planned while an earlier one is
 * still being written waits for its turn when the plan stands, everything that it needs is held, and what may be
 * written before is written.
 */
export async function changeRecords(
  tx: Tx,
  context: PlanContext,
  given: Act | ActInTurn,
  changes: readonly Change[],
): Promise<Written> {
  await holdMoves(tx, context, changes)
  const planned = await planChanges(tx, context, changes, true)
  const results = await refuseClosedStages(tx, context, planned)
  const items = results.filter(isWrite)
  const returning = items.filter((item) => item.outcome === 'create' && item.recordId !== null)
  await giveIds(tx, items)
  const slots =
    items.length < manyCreated ? undefined : await readSlots(tx, context.actor.tenantId, context.level)
  const { actor } = context
  const { tenantId } = actor
  const isApart = returning.length === 0 && !items.some((item) => concernsOthers(context.level, item))
  const ready = toWrites(context.level, items, slots)
  const { act, writes } =
    'turn' in given ? await awaitTurn(tx, tenantId, given, ready, isApart) : { act: given, writes: ready }
  if (items.length === 0) return { changeSetId: act.changeSetId ?? null, results, followed: 0 }
  const followers = await followingAccounts(tx, context, items, true)
  const changeSetId =
    act.changeSetId ?? (await openChangeSet(tx, { ...act, actor }, toldFirst(context, items)))
  if (act.changeSetId !== undefined) await tellMore(tx, context, changeSetId, items, followers)
  await writeLevel(tx, tenantId, changeSetId, act.at, writes)
  if (returning.length > 0) {
    await keepPastOfReturning(
      tx,
      tenantId,
      changeSetId,
      returning.map((item) => item.recordId as number),
    )
  }
  let followed = 0
  for (const [level, below] of followers) {
    await writeLevel(tx, tenantId, changeSetId, act.at, toWrites(level, below))
    followed += below.length
  }
  return { changeSetId, results, followed }
}

/** Whether a planned update is of nothing but its own record: no counts, nothing below it, no account above. */
function isLone(item: Planned, level: LevelId): boolean {
  if (!item.current || 'accountId' in item.after) return false
  if (level === 2 && 'organizationId' in item.after) return false
  const before = countKeyOf(level, item.current.state)
  const after = countKeyOf(level, item.next)
  return JSON.stringify(before) === JSON.stringify(after)
}

const attempts = 3

/**
 * The door for one update that comes alone, as most do. It takes no lock: it plans on what it reads
 * and writes only if the record is still of that version, else it plans again. Returns undefined
 * where the change needs the whole door: when it moves counts, or others with it, or under contention.
 */
export async function changeLoneRecord(
  db: Db,
  context: PlanContext,
  act: Act,
  change: Change,
): Promise<Written | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [item] = await planChanges(db, context, [change], false)
    if (!item || item.outcome !== 'update')
      return { changeSetId: null, results: item ? [item] : [], followed: 0 }
    if (!item.current || !isLone(item, context.level)) return undefined
    const slots = knownSlots(context.catalogue, Object.keys(item.after))
    if (!slots) return undefined
    const ofActor = { ...act, actor: context.actor }
    const write = writeOf(item, context.level)
    const changeSetId = await writeLoneUpdate(db, ofActor, item.current, write, slots)
    if (changeSetId !== null) return { changeSetId, results: [item], followed: 0 }
  }
  return undefined
}
