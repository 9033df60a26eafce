import { levels, type LevelId } from '@steward/contracts/level'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { HealthModels, ModelVersion } from '../health-model/index.ts'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { FieldService } from '../field/index.ts'
import { countRecords, findWindow } from '../record/index.ts'
import { planInputs } from './gathering.ts'
import { takePending } from './pending.store.ts'
import { startOfTrend } from './period.rules.ts'
import { dropEndedOverrides, listRefreshes, noteRefresh, type Refresh } from './refresh.store.ts'
import { createScoreAct, scoreRecords, scorerOf, writeChanges, type ScoringWork } from './scoring.service.ts'

/** Records of one transaction. */
const windowSize = 5000
const mostPending = 2000

export interface Standing {
  refreshes: readonly Refresh[]
  /** By which version records of each level are scored now. */
  versionOf: ReadonlyMap<LevelId, ModelVersion>
}

/** Whether all were scored for a day: while they are, their day counts as scored before the last of them has its turn. */
function isNightDone({ day, finishedAt }: Refresh, today: string): boolean {
  return day >= today && (finishedAt === null || dayOf(finishedAt) >= today)
}

/** Whether word of the published version has yet to come; the first one, of which none comes, is that of a new company. */
export function isBehind({ versionId }: Refresh, published: ModelVersion): boolean {
  return versionId === null ? published.number > 1 : versionId !== published.versionId
}

/** Whether records have not been scored by a version yet: who was there before it gets a score because there is one. */
function isNewer({ publishedAt }: ModelVersion, { finishedAt }: Refresh): boolean {
  return finishedAt === null || publishedAt > finishedAt.toISOString()
}

/** What is known with the first records: how many there are, and the day that the refresh counts for. */
async function begin(tx: Tx, tenantId: number, refresh: Refresh, now: Date): Promise<Refresh> {
  if (refresh.cursor > 0) return refresh
  return { ...refresh, total: await countRecords(tx, tenantId, refresh.level), day: dayOf(now) }
}

/** How scores follow what changes, the versions of models, and the days. */
export function createFollowing(
  platform: Platform,
  models: HealthModels,
  fields: Pick<FieldService, 'catalogue'>,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  /** The field for the change of scores that a company starts with; null where it was deleted or renamed. */
  async function findChangeKey(tenantId: number, level: LevelId): Promise<string | null> {
    const field = (await fields.catalogue(tenantId, level)).find(starterFieldNames.healthChange)
    return field?.dataType === 'number' && !field.calculated ? field.key : null
  }

  async function standingOf(tenantId: number): Promise<Standing> {
    const refreshes = await listRefreshes(dbOf(tenantId), tenantId)
    const versionOf = new Map<LevelId, ModelVersion>()
    for (const { id } of levels) {
      const versionId = refreshes.find(({ level }) => level === id)?.versionId ?? null
      const version = await (versionId === null
        ? models.published(tenantId, id)
        : models.version(tenantId, versionId))
      versionOf.set(id, version)
    }
    return { refreshes, versionOf }
  }

  async function workOf(
    tx: Tx,
    tenantId: number,
    version: ModelVersion,
    causes: Pick<ScoringWork, 'cause' | 'firstCause'>,
    changeSetId: number | null = null,
    now = platform.clock.now(),
  ): Promise<ScoringWork> {
    const { level, model } = version
    const plan = await planInputs(models, tenantId, level, model, now)
    const act = createScoreAct(tenantId, now, changeSetId)
    const scorer = scorerOf(model)
    const changeKey = await findChangeKey(tenantId, level)
    const changeSince = startOfTrend(now)
    return { tx, tenantId, level, version, scorer, plan, now, act, changeKey, changeSince, ...causes }
  }

  /** Scores the next records of which something changed; false when there are none. */
  async function followPending(tenantId: number, standing: Standing): Promise<boolean> {
    return transact(dbOf(tenantId), async (tx) => {
      const taken = await takePending(tx, tenantId, mostPending)
      if (!taken) return false
      const refresh = standing.refreshes.find(({ level }) => level === taken.level)
      const today = dayOf(platform.clock.now())
      // Before the night's work has been done, time may have moved what seems to follow from a change.
      const cause = refresh && !isNightDone(refresh, today) ? 'time' : 'event'
      const version = standing.versionOf.get(taken.level) as ModelVersion
      const work = await workOf(tx, tenantId, version, { cause, firstCause: 'event' })
      await scoreRecords(work, { ids: taken.recordIds })
      return true
    })
  }

  /** After midnight the day stays that of the first records, so that the night of the new day is not missed. */
  async function finish(tx: Tx, tenantId: number, refresh: Refresh): Promise<void> {
    await dropEndedOverrides(tx, tenantId, refresh.level, refresh.day)
    await noteRefresh(tx, tenantId, { ...refresh, running: false, finishedAt: platform.clock.now() })
  }

  /**
   * Writes how far the scores of the next records have moved, for a day more may have passed since. Before they are
   * scored and in a transaction of its own, which locks them in the order of ids.
   */
  async function followTrend(tenantId: number, level: LevelId, cursor: number, now: Date): Promise<void> {
    const changeKey = await findChangeKey(tenantId, level)
    if (changeKey === null) return
    await transact(dbOf(tenantId), async (tx) => {
      const next = await findWindow(tx, tenantId, level, cursor, windowSize)
      if (!next) return
      const act = createScoreAct(tenantId, now)
      const work = { tx, level, act, changeKey, changeSince: startOfTrend(now) }
      await writeChanges(work, { after: cursor, upTo: next.upTo })
    })
  }

  /** Scores the next records of a level that is being scored as a whole; false when none is. */
  async function refreshNext(tenantId: number, { refreshes, versionOf }: Standing): Promise<boolean> {
    const found = refreshes.find(({ running }) => running)
    if (!found) return false
    const { level, cursor, changeSetId } = found
    const now = platform.clock.now()
    await followTrend(tenantId, level, cursor, now)
    await transact(dbOf(tenantId), async (tx) => {
      const refresh = await begin(tx, tenantId, found, now)
      const next = await findWindow(tx, tenantId, level, cursor, windowSize)
      if (!next) return finish(tx, tenantId, refresh)
      const version = versionOf.get(level) as ModelVersion
      const causes = { cause: 'time', firstCause: isNewer(version, refresh) ? 'publish' : 'time' } as const
      const work = await workOf(tx, tenantId, version, causes, changeSetId, now)
      await scoreRecords(work, { after: cursor, upTo: next.upTo })
      const done = refresh.done + next.records
      const moved = { ...refresh, done, cursor: next.upTo, changeSetId: work.act.changeSetId ?? null }
      if (next.records < windowSize) await finish(tx, tenantId, moved)
      else await noteRefresh(tx, tenantId, moved)
    })
    return true
  }

  return { standingOf, workOf, followPending, refreshNext }
}

export type Following = ReturnType<typeof createFollowing>

/** How far the scores of a level have followed the version in effect; null when they have. */
export function findProgress(platform: Platform, models: HealthModels) {
  return async (tenantId: number, level: LevelId): Promise<{ done: number; total: number } | null> => {
    const db = platform.database.tenant(tenantId)
    const [refreshes, published] = await Promise.all([
      listRefreshes(db, tenantId),
      models.published(tenantId, level),
    ])
    const refresh = refreshes.find((one) => one.level === level)
    const hasBegun = refresh && !isBehind(refresh, published)
    if (hasBegun && !refresh.running) return null
    const total = await countRecords(db, tenantId, level)
    return { done: hasBegun ? Math.min(refresh.done, total) : 0, total }
  }
}
