import { hasOptions, type DataType } from '@steward/contracts/data-type'
import {
  fieldChanged,
  fieldCreated,
  fieldDeleted,
  type FieldEvent,
} from '@steward/contracts/event/field.event'
import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import {
  currencyChanged,
  lifecycleChanged,
  type CurrencyChanged,
} from '@steward/contracts/event/setting.event'
import type { LevelId } from '@steward/contracts/level'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { handle, handleBatch } from '../../platform/events/events.ts'
import { eachTenant } from '../../platform/jobs/each-tenant.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import { forgetField, listStates, notePending, restart } from './calculation.store.ts'
import { listTenants } from './calculation.tenant.store.ts'
import type { CurrencyChange, CurrencyService } from '../currency/index.ts'
import type { CalculatedField } from './calculated-field.ts'
import { followChanges } from './change.service.ts'
import type { DefinitionService } from './definition.service.ts'
import { readersOf } from './graph.rules.ts'
import type { Work } from './level.service.ts'
import { takeChanges } from './pending.service.ts'
import { recomputeWindow } from './recompute.service.ts'
import { createAct } from './writing.service.ts'

const runTask = 'calculation.run'
const nightlyTask = 'calculation:nightly'

/** Asks for the tenant's work to be done; asking again while it waits changes nothing. */
export async function askForRun(db: Db | Tx, tenantId: number): Promise<void> {
  const name = `calculation:${tenantId}`
  await addJob(db, { task: runTask, payload: { tenantId }, key: name, queue: name })
}

/** Whether the values of a field may be others by other rates, or with another default currency. */
function readsMoney(field: CalculatedField, change: CurrencyChange): boolean {
  if (field.kind === 'horizontal') return change === 'default' && field.dataType === 'currency'
  const isOfMoney = change === 'rates' && field.child?.dataType === 'currency'
  return isOfMoney || field.rollup.filter !== undefined
}

export interface JobNeighbours {
  fields: Pick<FieldService, 'forget' | 'catalogue'>
  lifecycle: Pick<LifecycleService, 'forget'>
  currency: Pick<CurrencyService, 'forget'>
}

/** How calculated values follow records, definitions and days. */
export function createCalculationJobs(
  platform: Platform,
  definitions: DefinitionService,
  { fields, lifecycle, currency }: JobNeighbours,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function workIn(tx: Tx, tenantId: number, changeSetId: number | null = null): Promise<Work> {
    const at = platform.clock.now()
    return {
      tx,
      tenantId,
      definitions: await definitions.load(tx, tenantId),
      today: dayOf(at),
      act: createAct(tenantId, at, changeSetId),
    }
  }

  /** Follows the next changes of records; false when there were none. */
  async function follow(tenantId: number): Promise<boolean> {
    return transact(dbOf(tenantId), async (tx) => {
      const rows = await takeChanges(tx, tenantId)
      if (rows === null) return false
      if (rows.length > 0) await followChanges(await workIn(tx, tenantId), rows)
      return true
    })
  }

  /** Works on the first field that waits, in the order in which fields read each other; false when none does. */
  async function recompute(tenantId: number): Promise<boolean> {
    return transact(dbOf(tenantId), async (tx) => {
      const states = new Map((await listStates(tx, tenantId)).map((state) => [state.fieldId, state]))
      if ([...states.values()].every(({ state }) => state === 'ready')) return false
      const work = await workIn(tx, tenantId)
      for (const field of work.definitions.fields) {
        const state = states.get(field.fieldId)
        if (!state || state.state === 'ready') continue
        if (state.changeSetId !== null) work.act.changeSetId = state.changeSetId
        await recomputeWindow(work, field, state)
        return true
      }
      return false
    })
  }

  const run: Task = async (payload, { signal }) => {
    const { tenantId } = payload as { tenantId: number }
    for (;;) {
      await yieldToCalls()
      if (signal.aborted) {
        await askForRun(dbOf(tenantId), tenantId)
        return
      }
      if (!(await follow(tenantId)) && !(await recompute(tenantId))) return
      await progressed()
    }
  }

  /** Asks for what depends on the day to be recalculated. */
  async function restartDaily(tenantId: number): Promise<void> {
    await transact(dbOf(tenantId), async (tx) => {
      const { fields: all } = await definitions.load(tx, tenantId)
      const daily = all.filter((field) => field.asksToday).map(({ fieldId }) => fieldId)
      if (daily.length === 0) return
      await restart(tx, tenantId, daily)
      await askForRun(tx, tenantId)
    })
  }

  const nightly: Task = async (_payload, { log }) =>
    eachTenant(await listTenants(platform.database.anonymous), log, restartDaily)

  async function handleRecords(tenantId: number, changes: readonly RecordChanged[]): Promise<void> {
    await transact(dbOf(tenantId), async (tx) => {
      if (await notePending(tx, tenantId, changes)) await askForRun(tx, tenantId)
    })
  }

  /** A definition that broke or came right again, and one that reads options whose texts may have changed. */
  async function handleField(tenantId: number, event: FieldEvent, isGone: boolean): Promise<void> {
    // The event may be faster than the word that the catalogue is another one.
    await fields.forget(tenantId)
    await transact(dbOf(tenantId), async (tx) => {
      if (isGone) await forgetField(tx, tenantId, event.fieldId)
      const { fields: all, catalogueOf } = await definitions.load(tx, tenantId)
      const states = new Map((await listStates(tx, tenantId)).map((state) => [state.fieldId, state]))
      const key = String(event.fieldId)
      const changed = catalogueOf(event.level).byKey(key)
      const readers =
        changed && hasOptions(changed.dataType as DataType) ? readersOf(all, { level: event.level, key }) : []
      const doubtful = all.filter(
        (field) => readers.includes(field) || states.get(field.fieldId)?.broken !== (field.problem !== null),
      )
      if (doubtful.length === 0) return
      await restart(
        tx,
        tenantId,
        doubtful.map(({ fieldId }) => fieldId),
      )
      await askForRun(tx, tenantId)
    })
  }

  /** Formulas read stages by their names, so filters that name one break and recover with it. */
  async function handleStages(tenantId: number, level: LevelId): Promise<void> {
    await lifecycle.forget(tenantId)
    await transact(dbOf(tenantId), async (tx) => {
      const { fields: all } = await definitions.load(tx, tenantId)
      const readers = readersOf(all, { level, key: 'stageId' }).map(({ fieldId }) => fieldId)
      if (readers.length === 0) return
      await restart(tx, tenantId, readers)
      await askForRun(tx, tenantId)
    })
  }

  /** Roll-ups of amounts in several currencies follow the rates. */
  async function handleCurrencies(tenantId: number, { change }: CurrencyChanged): Promise<void> {
    await currency.forget(tenantId)
    await transact(dbOf(tenantId), async (tx) => {
      const { fields: all } = await definitions.load(tx, tenantId)
      const readers = all.filter((field) => readsMoney(field, change)).map(({ fieldId }) => fieldId)
      if (readers.length === 0) return
      await restart(tx, tenantId, readers)
      await askForRun(tx, tenantId)
    })
  }

  const handlers = [
    handleBatch(recordChanged, (tenantId, events) =>
      handleRecords(
        tenantId,
        events.map(({ payload }) => payload),
      ),
    ),
    handle(fieldCreated, ({ tenantId, payload }) => handleField(tenantId, payload, false)),
    handle(fieldChanged, ({ tenantId, payload }) => handleField(tenantId, payload, false)),
    handle(fieldDeleted, ({ tenantId, payload }) => handleField(tenantId, payload, true)),
    handle(currencyChanged, ({ tenantId, payload }) => handleCurrencies(tenantId, payload)),
    handle(lifecycleChanged, ({ tenantId, payload }) => handleStages(tenantId, payload.level)),
  ]

  return {
    tasks: { [runTask]: run, [nightlyTask]: nightly },
    schedules: [`3 0 * * * ${nightlyTask}`],
    subscribers: [{ name: 'calculation', handlers }],
  }
}
