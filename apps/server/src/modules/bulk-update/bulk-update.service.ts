import type { LevelId } from '@steward/contracts/level'
import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import { isSystem, type Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type Act,
  type Change,
  changeRecords,
  faultOfStage,
  gone,
  isScoped,
  type Param,
  planChanges,
  type PlanContext,
  type Planned,
  type Problem,
  type Records,
  whyNotChange,
  writeValues,
} from '../record/index.ts'
import { updateValues, readBulkUpdate, type PreparedUpdate } from './bulk-update.change.ts'
import {
  countBulkUpdate,
  findChangeable,
  findRefused,
  findWritten,
  lockBulkUpdate,
  sampleBulkUpdate,
  type UpdateSample,
} from './bulk-update.store.ts'
import { updateSource, type UpdateScope } from './bulk-update.sql.ts'

/** A record that a bulk update leaves as it is, and why. */
export interface UpdateRefusal {
  recordId: number
  /** Null for a record that the actor may not see. */
  name: string | null
  outcome: 'refused' | 'conflict'
  problems: readonly Problem[]
}

export interface UpdateResult {
  changeSetId: number | null
  changed: number
  unchanged: number
  refused: UpdateRefusal[]
  /** The first of the records that were changed. */
  shown: UpdateSample[]
}

export interface UpdatePlan {
  /** Of how many records the rest was calculated. */
  planned: number
  change: number
  unchanged: number
  refused: { reason: string; count: number }[]
  sample: UpdateSample[]
}

const sampleSize = 5
/** Records that a preview plans one by one at most, and at once. */
const mostPlanned = 20_000
const planBatch = 1000

function scopeOf({ actor, level }: PlanContext, { keys }: PreparedUpdate): UpdateScope {
  return { actor, level, keys }
}

function changesOf(update: PreparedUpdate, ids: readonly number[]): Change[] {
  const values = updateValues(update)
  return ids.map((recordId) => ({ kind: 'update', recordId, values }))
}

function reasonOf({ problems }: Planned): string {
  return problems.map(({ message }) => message).join(' ')
}

function sampleOf({ recordId, next, before, after }: Planned): UpdateSample {
  return { recordId: recordId ?? 0, name: String(next['name'] ?? ''), before, after }
}

/** What someone may know of a record that is refused: not the name of one that they may not see. */
function refusalOf({ recordId, current, outcome, problems }: Planned): UpdateRefusal {
  const name = current ? String(current.state['name']) : null
  return {
    recordId: recordId ?? 0,
    name,
    outcome: outcome === 'conflict' ? 'conflict' : 'refused',
    problems,
  }
}

function countReasons(reasons: readonly string[]): UpdatePlan['refused'] {
  const groups = Map.groupBy(reasons, (reason) => reason)
  return [...groups].map(([reason, all]) => ({ reason, count: all.length }))
}

async function planInBulk(
  db: Db,
  scope: UpdateScope,
  targets: (param: Param) => string,
  matched: number,
): Promise<UpdatePlan> {
  const counts = await countBulkUpdate(db, scope, targets)
  const sample = counts.change > 0 ? await sampleBulkUpdate(db, scope, targets, sampleSize) : []
  const refused = counts.refused.map(({ at, n }) => ({
    reason: scope.keys[at]?.emptyMessage ?? '',
    count: n,
  }))
  const missing = matched - counts.seen
  if (missing > 0) refused.push({ reason: gone.message, count: missing })
  const left = refused.reduce((sum, { count }) => sum + count, 0)
  return {
    planned: matched,
    change: counts.change,
    unchanged: matched - left - counts.change,
    refused,
    sample,
  }
}

async function planByDoor(
  db: Db,
  context: PlanContext,
  update: PreparedUpdate,
  targets: (param: Param) => string,
): Promise<UpdatePlan> {
  const values: unknown[] = []
  const text = targets((value) => `$${values.push(value)}`)
  const rows = await query<{ record_id: number }>(
    db,
    `select t.record_id from (${text}) t order by 1 limit ${mostPlanned}`,
    values,
  )
  const ids = rows.map(({ record_id }) => record_id)
  const plan: UpdatePlan = { planned: ids.length, change: 0, unchanged: 0, refused: [], sample: [] }
  const reasons: string[] = []
  for (let from = 0; from < ids.length; from += planBatch) {
    const planned = await planChanges(
      db,
      context,
      changesOf(update, ids.slice(from, from + planBatch)),
      false,
    )
    const changed = planned.filter(({ outcome }) => outcome === 'update')
    plan.change += changed.length
    plan.unchanged += planned.filter(({ outcome }) => outcome === 'unchanged').length
    plan.sample.push(...changed.slice(0, sampleSize - plan.sample.length).map(sampleOf))
    reasons.push(...planned.filter(({ problems }) => problems.length > 0).map(reasonOf))
  }
  return { ...plan, refused: countReasons(reasons) }
}

/** The records of a batch that are refused: those that would lack what they need, and those that are not there. */
async function refuseInBulk(
  tx: Tx,
  scope: UpdateScope,
  ids: readonly number[],
  seen: number,
  refused: Awaited<ReturnType<typeof findRefused>>,
): Promise<UpdateRefusal[]> {
  const refusals: UpdateRefusal[] = refused.map(({ recordId, name, at }) => {
    const message = scope.keys[at]?.emptyMessage ?? ''
    return { recordId, name, outcome: 'refused', problems: [{ field: null, message }] }
  })
  if (seen + refused.length === ids.length) return refusals
  const there = await findChangeable(tx, scope.actor, scope.level, ids)
  const missing = ids.filter((id) => !there.has(id))
  const problems = [gone]
  return [
    ...refusals,
    ...missing.map((recordId): UpdateRefusal => ({ recordId, name: null, outcome: 'refused', problems })),
  ]
}

/** Leaves a whole batch as it is. */
async function refuseAll(
  tx: Tx,
  { actor, level }: UpdateScope,
  act: Act,
  ids: readonly number[],
  fault: Problem,
): Promise<UpdateResult> {
  const names = await findChangeable(tx, actor, level, ids)
  const refused = ids.map((recordId): UpdateRefusal => {
    const name = names.get(recordId) ?? null
    return { recordId, name, outcome: 'conflict', problems: [name === null ? gone : fault] }
  })
  return { changeSetId: act.changeSetId ?? null, changed: 0, unchanged: 0, refused, shown: [] }
}

async function writeInBulk(
  tx: Tx,
  context: PlanContext,
  act: Act,
  update: PreparedUpdate,
  ids: readonly number[],
  shown: number,
): Promise<UpdateResult> {
  const scope = scopeOf(context, update)
  const { tenantId } = context.actor
  const fault = await faultOfStage(tx, context, updateValues(update)['stageId'])
  if (fault) return refuseAll(tx, scope, act, ids, fault)
  // What is added to, or taken from, what is there may not change in between; nor may whose it is.
  const depends =
    isScoped(context.actor) || update.keys.some(({ mode, whereUnset }) => mode !== 'set' || whereUnset)
  if (depends) await lockBulkUpdate(tx, scope, ids)
  const refused = update.keys.some((key) => key.emptyMessage !== null)
    ? await findRefused(tx, scope, ids)
    : []
  const keys = update.keys.map(({ key }) => key)
  const written = await writeValues(
    tx,
    { ...act, actor: context.actor },
    { level: context.level, keys, source: updateSource(scope, ids) },
  )
  const { changeSetId, changed, seen } = written
  return {
    changeSetId,
    changed,
    unchanged: seen - changed,
    refused: await refuseInBulk(tx, scope, ids, seen, refused),
    shown:
      changed > 0 && shown > 0 && changeSetId !== null
        ? await findWritten(tx, tenantId, changeSetId, ids, shown)
        : [],
  }
}

async function writeByDoor(
  tx: Tx,
  context: PlanContext,
  act: Act,
  update: PreparedUpdate,
  ids: readonly number[],
  shown: number,
): Promise<UpdateResult> {
  const { changeSetId, results } = await changeRecords(tx, context, act, changesOf(update, ids))
  const changed = results.filter(({ outcome }) => outcome === 'update')
  return {
    changeSetId,
    changed: changed.length,
    unchanged: results.filter(({ outcome }) => outcome === 'unchanged').length,
    refused: results.filter(({ problems }) => problems.length > 0).map(refusalOf),
    shown: changed.slice(0, shown).map(sampleOf),
  }
}

/** One change for many records: what it would come to, and writing it. */
export function createBulkUpdateService(records: Records) {
  async function prepare(db: Db | Tx, actor: Actor, level: LevelId, change: BulkUpdateChange) {
    const whyNot = isSystem(actor) ? whyNotChange(actor, true) : undefined
    if (whyNot) throw new AppError('forbidden', 'permission.missing', whyNot)
    const context = await records.context(db, actor, level)
    const [reading, churn] = await Promise.all([
      records.readContext(actor),
      records.churnSource(actor, level),
    ])
    const update = await readBulkUpdate(context, reading, churn, change)
    return { context: { ...context, freedom: update.freedom }, update }
  }

  return {
    /** Throws `invalid_input` where the change can never be made, whatever the record. */
    async check(db: Db, actor: Actor, level: LevelId, change: BulkUpdateChange): Promise<PreparedUpdate> {
      return (await prepare(db, actor, level, change)).update
    },

    /** Counts the effect of the change on the `matched` records that `targets` yields as record_id. */
    async preview(
      db: Db,
      actor: Actor,
      level: LevelId,
      change: BulkUpdateChange,
      targets: (param: Param) => string,
      matched: number,
    ): Promise<UpdatePlan> {
      const { context, update } = await prepare(db, actor, level, change)
      return update.inBulk
        ? planInBulk(db, scopeOf(context, update), targets, matched)
        : planByDoor(db, context, update, targets)
    },

    /**
     * Makes the change for a batch of records, in the caller's transaction. `shown` is of how many
     * changed records the answer says what they held and hold.
     */
    async write(
      tx: Tx,
      actor: Actor,
      level: LevelId,
      change: BulkUpdateChange,
      act: Omit<Act, 'action'>,
      ids: readonly number[],
      shown: number,
    ): Promise<UpdateResult> {
      const { context, update } = await prepare(tx, actor, level, change)
      const write = update.inBulk ? writeInBulk : writeByDoor
      return write(tx, context, { ...act, action: update.action }, update, ids, shown)
    },
  }
}

export type BulkUpdates = ReturnType<typeof createBulkUpdateService>
