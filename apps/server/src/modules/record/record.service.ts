import type { LevelId } from '@steward/contracts/level'
import type { Changed, EditRecord, RecordForm, WholeRecord } from '@steward/contracts/record'
import type { ChangeAction } from '@steward/contracts/record-history'
import { isScoped, seeingAll, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChurnSource } from '../churn-reason/index.ts'
import { chooseDisplay } from '../currency/index.ts'
import { createPlanContext, type ContextOptions, type ContextSources } from './record.context.ts'
import type { Act } from './record.change-set.ts'
import { changeLoneRecord, changeRecords, type Written } from './record.door.ts'
import { readForm } from './record.form.ts'
import { changedOf, onlyResult, refusal, translateRace, unknownRecord } from './record.outcome.ts'
import type { Change, PlanContext, Planned } from './record.change.ts'
import { presentRecord, withConverted, toPresented } from './record.present.ts'
import { readRecord } from './record.read-model.ts'
import type { Values } from './record.state.ts'
import { loadCurrent } from './record.store.ts'
import { forgetActs, listSpentActs } from './record.bulk.store.ts'

export interface WrittenRecord {
  data: WholeRecord
  changeSetId: number | null
  /** false where the actor can't see the record from now on; absent otherwise. */
  isVisible?: false
}

/** What decides who sees a record. */
const deciding = ['owners', 'organizationId', 'accountId'] as const

function recordIdOf(item: Planned): number {
  return item.recordId as number
}

export function createRecordService(platform: Platform, neighbours: ContextSources) {
  const dbOf = (actor: Actor): Db => platform.database.tenant(actor.tenantId)
  const actOf = (action: ChangeAction): Act => ({ action, at: platform.clock.now() })
  const contextOf = (db: Db | Tx, actor: Actor, level: LevelId, options?: ContextOptions) =>
    createPlanContext(neighbours, db, actor, level, options)

  async function read(actor: Actor, level: LevelId, recordId: number): Promise<WholeRecord> {
    const [row, catalogue, users, stages, bounds] = await Promise.all([
      readRecord(dbOf(actor), actor, level, recordId),
      neighbours.fields.catalogue(actor.tenantId, level),
      neighbours.users.directory(actor.tenantId),
      neighbours.lifecycle.stages(actor.tenantId),
      neighbours.healthModels.bounds(actor.tenantId),
    ])
    if (!row) throw unknownRecord(level)
    return presentRecord(row, { catalogue, users, stages, bounds })
  }

  /** Makes one batch of changes in a transaction of its own. */
  async function write(
    actor: Actor,
    level: LevelId,
    act: Act,
    changesOf: (context: PlanContext, tx: Tx) => readonly Change[] | Promise<readonly Change[]>,
    freedom: PlanContext['freedom'] = 'form',
  ): Promise<Written> {
    try {
      return await transact(dbOf(actor), async (tx) => {
        const context = { ...(await contextOf(tx, actor, level)), freedom }
        return changeRecords(tx, context, act, await changesOf(context, tx))
      })
    } catch (error) {
      throw translateRace(error)
    }
  }

  async function readContext(actor: Actor) {
    return { defaultCurrencyId: await neighbours.currency.defaultCurrencyId(actor.tenantId) }
  }

  /** The context for reading the details of a churn. */
  async function churnSource({ tenantId }: Actor, level: LevelId): Promise<ChurnSource> {
    const [catalogue, currencies] = await Promise.all([
      neighbours.fields.catalogue(tenantId, level),
      neighbours.currency.active(tenantId),
    ])
    return {
      reasons: catalogue.byKey('churnReason')?.options ?? [],
      currencies: new Set(currencies.map(({ currencyDefinitionId }) => currencyDefinitionId)),
      today: platform.clock.now().toISOString().slice(0, 10),
    }
  }

  /** Makes one update, without a transaction of its own where a single statement will do. */
  async function writeOne(
    actor: Actor,
    level: LevelId,
    act: Act,
    freedom: PlanContext['freedom'],
    changeOf: (context: PlanContext) => Change,
  ): Promise<WrittenRecord> {
    const db = dbOf(actor)
    const context = { ...(await contextOf(db, actor, level)), freedom }
    const change = changeOf(context)
    const lone = await changeLoneRecord(db, context, act, change).catch((error: unknown) => {
      throw translateRace(error)
    })
    const written = lone ?? (await write(actor, level, act, () => [change], freedom))
    const result = onlyResult(written, level)
    const data = lone
      ? await present(actor, context, result, act.at)
      : await read(actor, level, recordIdOf(result))
    return { data, changeSetId: written.changeSetId, ...(await visibility(actor, result)) }
  }

  /** Says so where a change leaves a record that its author can't see. */
  async function visibility(
    actor: Actor,
    { recordId, outcome, after }: Planned,
  ): Promise<Pick<WrittenRecord, 'isVisible'>> {
    const mayHide = outcome === 'create' || deciding.some((key) => key in after)
    if (!isScoped(actor) || !mayHide) return {}
    const found = await loadCurrent(dbOf(actor), actor, [recordId as number], false)
    return found.size > 0 ? {} : { isVisible: false }
  }

  /** The record as a change left it, from what the change knows where that is enough. */
  async function present(actor: Actor, context: PlanContext, item: Planned, at: Date): Promise<WholeRecord> {
    const { current, next, after } = item
    if (!current || 'organizationId' in after || 'accountId' in after || item.outcome !== 'update') {
      // Anyone who changed it gets the outcome, even where they can no longer see it.
      return read(seeingAll(actor), context.level, item.recordId as number)
    }
    const [users, stages, bounds] = await Promise.all([
      neighbours.users.directory(actor.tenantId),
      neighbours.lifecycle.stages(actor.tenantId),
      neighbours.healthModels.bounds(actor.tenantId),
    ])
    const { catalogue } = context
    return presentRecord(toPresented(current, next, at), { catalogue, users, stages, bounds })
  }

  return {
    read,

    /** The same with its amounts in another currency beside them. Throws `invalid_input` at `displayCurrency`. */
    async readIn(
      actor: Actor,
      level: LevelId,
      recordId: number,
      displayCurrency: string | undefined,
    ): Promise<WholeRecord> {
      if (!displayCurrency) return read(actor, level, recordId)
      const book = await neighbours.currency.book(actor.tenantId)
      const { currencyDefinitionId } = chooseDisplay(book, displayCurrency, undefined)
      const catalogue = await neighbours.fields.catalogue(actor.tenantId, level)
      return withConverted(await read(actor, level, recordId), catalogue, currencyDefinitionId, book.rates)
    },
    context: contextOf,
    readContext,
    churnSource,

    /** Records as they are now, of those that the actor can see, by id. */
    current: (actor: Actor, ids: readonly number[]) => loadCurrent(dbOf(actor), actor, ids, false),

    async create(actor: Actor, level: LevelId, form: RecordForm): Promise<WrittenRecord> {
      const reading = await readContext(actor)
      const written = await write(actor, level, actOf('create'), (context) => {
        const { values, problems } = readForm(
          context.catalogue,
          { ...form.globalFields, ...form.customFields },
          reading,
        )
        return [{ kind: 'create', values, problems }]
      })
      const result = onlyResult(written, level)
      return {
        data: await read(seeingAll(actor), level, result.recordId as number),
        changeSetId: written.changeSetId,
        ...(await visibility(actor, result)),
      }
    },

    async edit(actor: Actor, level: LevelId, recordId: number, form: EditRecord): Promise<WrittenRecord> {
      const reading = await readContext(actor)
      return writeOne(actor, level, actOf('edit'), 'form', ({ catalogue }) => {
        const input = { ...form.globalFields, ...form.customFields, ...form.data }
        const { values, problems } = readForm(catalogue, input, reading)
        return {
          kind: 'update',
          recordId,
          values,
          problems,
          ...(form.version ? { expectedVersion: form.version } : {}),
        }
      })
    },

    /** Sets the same values on many records; each is refused or changed on its own. */
    async setMany(
      actor: Actor,
      level: LevelId,
      action: ChangeAction,
      ids: readonly number[],
      values: Values,
      whereUnset: Values = {},
    ): Promise<Changed> {
      const written = await write(
        actor,
        level,
        actOf(action),
        () => [...new Set(ids)].map((recordId) => ({ kind: 'update', recordId, values, whereUnset })),
        'act',
      )
      return changedOf(written)
    },

    setOne(
      actor: Actor,
      level: LevelId,
      action: ChangeAction,
      recordId: number,
      values: Values,
      whereUnset: Values = {},
    ): Promise<WrittenRecord> {
      return writeOne(actor, level, actOf(action), 'act', () => ({
        kind: 'update',
        recordId,
        values,
        whereUnset,
      }))
    },

    /** Sets form values on many records. A value that is wrong in itself refuses the whole call. */
    async editMany(
      actor: Actor,
      level: LevelId,
      ids: readonly number[],
      form: Record<string, unknown>,
    ): Promise<Changed> {
      const reading = await readContext(actor)
      const written = await write(actor, level, actOf('edit'), (context) => {
        const { values, problems } = readForm(context.catalogue, form, reading)
        if (problems.length > 0) throw refusal(problems, 'refused')
        return [...new Set(ids)].map((recordId) => ({ kind: 'update', recordId, values }))
      })
      return changedOf(written)
    },

    /**
     * Deletes records with all that was logged on them, for good: acts that were about nothing else can't be undone
     * any more, this one included. Records that others hang below are kept, and returned.
     */
    async remove(actor: Actor, level: LevelId, ids: readonly number[]): Promise<number[]> {
      const at = platform.clock.now()
      const written = await transact(dbOf(actor), async (tx) => {
        const context = { ...(await contextOf(tx, actor, level)), findHeld: async () => new Set<number>() }
        const changes = ids.map((recordId): Change => ({ kind: 'delete', recordId }))
        const done = await changeRecords(tx, context, { source: 'undo', action: 'undo', at }, changes)
        await forgetActs(tx, actor.tenantId, await listSpentActs(tx, actor.tenantId, ids), at)
        return done
      })
      return written.results.flatMap(({ outcome, recordId }) =>
        outcome === 'delete' || recordId === null ? [] : [recordId],
      )
    },

    write,
    changedOf,
    now: () => platform.clock.now(),
  }
}

export type RecordService = ReturnType<typeof createRecordService>
