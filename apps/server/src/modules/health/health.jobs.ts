import { bulkFinished, bulkUndone } from '@steward/contracts/event/bulk.event'
import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { fieldDeleted } from '@steward/contracts/event/field.event'
import { currencyChanged, healthPublished } from '@steward/contracts/event/setting.event'
import { timelineChanged } from '@steward/contracts/event/timeline.event'
import { levels, type LevelId } from '@steward/contracts/level'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { sqlState } from '../../platform/errors.ts'
import { handle, handleBatch } from '../../platform/events/events.ts'
import { eachTenant } from '../../platform/jobs/each-tenant.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService } from '../field/index.ts'
import type { HealthModels, ModelVersion } from '../health-model/index.ts'
import { planInputs, readsMoney } from './gathering.ts'
import { isBehind, type Following } from './follow.service.ts'
import { notePending, noteRecords } from './pending.store.ts'
import { askForNight, listRefreshes, listTenants, restartRefresh } from './refresh.store.ts'
import { ScoredMeanwhile } from './scoring.service.ts'
import { concernOf, isConcerned, readsField, type Concern } from './concern.rules.ts'

const runTask = 'health.run'
const nightlyTask = 'health:nightly'
/** How often work is done again that was overtaken, by an override or by the deletion of a record. */
const mostAttempts = 5

/** So many records at once come from an import or its like, and more will follow. */
const manyRecords = 400
/**
 * Their scores follow when what brought them has ended, so that they do not slow it down. Where nothing says so,
 * they follow when nothing more has come for so long.
 */
const quietFor = 10_000
/** But not later than this after the first. Milliseconds. */
const longestWait = 40_000

/** Says how long the scores of many records wait: since when there have been some, by tenant. */
function createGathering(now: () => number) {
  const since = new Map<number, number>()
  return {
    waitOf(tenantId: number): number {
      const first = since.get(tenantId)
      const isOld = first === undefined || now() - first > longestWait + quietFor
      if (isOld) since.set(tenantId, now())
      return isOld ? quietFor : Math.max(0, Math.min(quietFor, first + longestWait - now()))
    },
    end: (tenantId: number): boolean => since.delete(tenantId),
  }
}

/** The queue in which a tenant's records are scored. Anything that is to be over before joins it. */
export const scoringQueue = (tenantId: number): string => `health:${tenantId}`

async function askForRun(db: Db | Tx, tenantId: number, after = 0): Promise<void> {
  const name = scoringQueue(tenantId)
  await addJob(db, {
    task: runTask,
    payload: { tenantId },
    key: name,
    queue: name,
    ...(after > 0 && { after }),
  })
}

const noSuchRecord = '23503'

const isOvertaken = (error: unknown): boolean =>
  error instanceof ScoredMeanwhile || sqlState(error) === noSuchRecord

/** How scores follow records, timelines, published versions and days. */
export function createHealthJobs(
  platform: Platform,
  models: HealthModels,
  following: Following,
  fields: Pick<FieldService, 'forget'>,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const gathering = createGathering(() => platform.clock.now().getTime())

  async function step(tenantId: number): Promise<boolean> {
    const standing = await following.standingOf(tenantId)
    return (
      (await following.followPending(tenantId, standing)) || (await following.refreshNext(tenantId, standing))
    )
  }

  async function persist(tenantId: number): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await step(tenantId)
      } catch (error) {
        if (!isOvertaken(error) || attempt === mostAttempts) throw error
      }
    }
  }

  const run: Task = async (payload, { signal }) => {
    const { tenantId } = payload as { tenantId: number }
    for (;;) {
      await yieldToCalls()
      if (signal.aborted) {
        await askForRun(dbOf(tenantId), tenantId)
        return
      }
      if (!(await persist(tenantId))) return
      await progressed()
    }
  }

  /**
   * Asks for what has to be scored again as a whole: where a day has passed, or a version was not followed. A
   * refresh that goes on since another day begins again, as what it has scored is of that day.
   */
  async function refreshTenant(tenantId: number): Promise<void> {
    const today = dayOf(platform.clock.now())
    const known = new Map(
      (await listRefreshes(dbOf(tenantId), tenantId)).map((refresh) => [refresh.level, refresh]),
    )
    const due: { level: LevelId; versionId: number }[] = []
    for (const { id } of levels) {
      const published = await models.published(tenantId, id)
      const refresh = known.get(id)
      const isDue = !refresh || isBehind(refresh, published) || refresh.day < today
      if (isDue) due.push({ level: id, versionId: published.versionId })
    }
    const isWaiting = [...known.values()].some(({ running }) => running)
    if (due.length === 0 && !isWaiting) return
    await transact(dbOf(tenantId), async (tx) => {
      for (const { level, versionId } of due) await restartRefresh(tx, tenantId, level, versionId, today)
      await askForRun(tx, tenantId)
    })
  }

  const nightly: Task = async (_payload, { log }) =>
    eachTenant(await listTenants(platform.database.anonymous), log, refreshTenant)

  async function readConcern(tenantId: number): Promise<Concern> {
    return concernOf(await Promise.all(levels.map(({ id }) => models.published(tenantId, id))))
  }

  async function handleRecords(tenantId: number, given: readonly RecordChanged[]): Promise<void> {
    const concern = await readConcern(tenantId)
    const changes = given.filter((change) => isConcerned(concern, change))
    if (changes.length === 0 || concern.levels.length === 0) return
    const isMany = changes.reduce((sum, { records }) => sum + records, 0) >= manyRecords
    const after = isMany ? gathering.waitOf(tenantId) : 0
    await transact(dbOf(tenantId), async (tx) => {
      if (await notePending(tx, tenantId, changes, concern)) await askForRun(tx, tenantId, after)
    })
  }

  async function handleTimelines(tenantId: number, recordIds: readonly number[]): Promise<void> {
    const concern = await readConcern(tenantId)
    if (concern.levels.length === 0) return
    await transact(dbOf(tenantId), async (tx) => {
      if (await noteRecords(tx, tenantId, recordIds, concern.levels)) await askForRun(tx, tenantId)
    })
  }

  /** Scores the changes of an import or bulk update at once: its last change came before the event of its end. */
  async function handleEnd(tenantId: number): Promise<void> {
    gathering.end(tenantId)
    const { levels: scored } = await readConcern(tenantId)
    if (scored.length > 0) await askForRun(dbOf(tenantId), tenantId)
  }

  /** Has all records of levels scored again, each by the version in effect. */
  async function scoreAnew(tenantId: number, versions: readonly ModelVersion[]): Promise<void> {
    if (versions.length === 0) return
    const today = dayOf(platform.clock.now())
    await transact(dbOf(tenantId), async (tx) => {
      for (const { level, versionId } of versions) {
        await restartRefresh(tx, tenantId, level, versionId, today)
      }
      await askForRun(tx, tenantId)
    })
  }

  /** What is measured in money is worth something else by other rates. */
  async function handleRates(tenantId: number): Promise<void> {
    const versions = await Promise.all(levels.map(({ id }) => models.published(tenantId, id)))
    const now = platform.clock.now()
    const inMoney = await Promise.all(
      versions.map(async ({ level, model }) =>
        readsMoney(await planInputs(models, tenantId, level, model, now)),
      ),
    )
    await scoreAnew(
      tenantId,
      versions.filter((_, nth) => inMoney[nth]),
    )
  }

  /** Recalculates scores when a field that a model reads is deleted: the measure has no data from then on. */
  async function handleDeletedFields(tenantId: number, fieldIds: readonly number[]): Promise<void> {
    const versions = await Promise.all(levels.map(({ id }) => models.published(tenantId, id)))
    const readers = versions.filter(({ model }) => fieldIds.some((id) => readsField(model, id)))
    if (readers.length === 0) return
    // The event may be faster than the notice that the field is gone.
    await fields.forget(tenantId)
    await scoreAnew(tenantId, readers)
  }

  const handlers = [
    handleBatch(recordChanged, (tenantId, events) =>
      handleRecords(
        tenantId,
        events.map(({ payload }) => payload),
      ),
    ),
    handleBatch(timelineChanged, (tenantId, events) =>
      handleTimelines(tenantId, [...new Set(events.flatMap(({ payload }) => payload.recordIds))]),
    ),
    handleBatch(bulkFinished, handleEnd),
    handleBatch(bulkUndone, handleEnd),
    handle(healthPublished, async ({ tenantId, payload: { level } }) => {
      // The event may be faster than the notice that another version is in effect, or come after the next one.
      await models.forget(tenantId)
      await scoreAnew(tenantId, [await models.published(tenantId, level)])
    }),
    handleBatch(fieldDeleted, (tenantId, events) =>
      handleDeletedFields(
        tenantId,
        events.map(({ payload }) => payload.fieldId),
      ),
    ),
    handleBatch(currencyChanged, async (tenantId, events) => {
      if (events.some(({ payload }) => payload.change === 'rates')) await handleRates(tenantId)
    }),
  ]

  return {
    tasks: { [runTask]: run, [nightlyTask]: nightly },
    schedules: [`20 0 * * * ${nightlyTask}`],
    subscribers: [{ name: 'health', handlers }],
    /** Makes good what was missed while no worker ran: a night, a version. */
    onWorkerStart: () => askForNight(platform.database.owner, nightlyTask),
  }
}
