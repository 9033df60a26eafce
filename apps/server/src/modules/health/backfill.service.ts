import type { LevelId } from '@steward/contracts/level'
import { nextEntries, type ScoreCause, type ScoreEntry } from '@steward/scores'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { HealthModels, ModelVersion } from '../health-model/index.ts'
import type { Following } from './follow.service.ts'
import { gatherInputs, planInputs } from './gathering.ts'
import { startOfDay } from './period.rules.ts'
import { dropEntries, hasEntriesBefore, type RecordEntry } from './score.store.ts'
import { keepEntries, scorerOf } from './scoring.service.ts'
import { pulseOfDay } from './timeline-metric.ts'

const dayLength = 86_400_000
const everything = { after: 0, upTo: Number.MAX_SAFE_INTEGER }

/** A minute before the end of each of some days before today, and now. */
function evenings(now: Date, days: number): Date[] {
  const midnight = startOfDay(now).getTime()
  const past = Array.from(
    { length: days },
    (_, at) => new Date(midnight - (days - 1 - at) * dayLength - 60_000),
  )
  return [...past, now]
}

const pulse = 'field:-2'

/** What can be measured, as it is asked of the past. */
async function pastMetrics(models: HealthModels, tenantId: number, level: LevelId) {
  const metrics = new Map(await models.metrics(tenantId, level))
  const metric = metrics.get(pulse)
  if (metric) metrics.set(pulse, { ...metric, select: pulseOfDay })
  return metrics
}

/** Scores of the past, calculated afterwards. */
export function createBackfill(platform: Platform, models: HealthModels, following: Following) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function entriesOf(tenantId: number, { level, versionId, model }: ModelVersion, days: number) {
    const scorer = scorerOf(model)
    const last = new Map<number, ScoreEntry>()
    const entries: RecordEntry[] = []
    // Anyone who has a score on the first evening has it because there is a model; later ones come of what happened.
    let firstCause: ScoreCause = 'publish'
    const past = new Map([
      [level, await pastMetrics(models, tenantId, level)],
      [2, await pastMetrics(models, tenantId, 2)],
    ])
    const asked = { metrics: async (_tenantId: number, of: LevelId) => past.get(of) ?? new Map() }
    for (const instant of evenings(platform.clock.now(), days)) {
      const at = instant.toISOString()
      const plan = await planInputs(asked, tenantId, level, model, instant)
      for (const row of await gatherInputs(dbOf(tenantId), tenantId, plan, everything)) {
        const before = last.get(row.recordId) ?? null
        const cause = before ? 'time' : firstCause
        for (const entry of nextEntries(before, { ...row, at, cause, versionId, scorer })) {
          last.set(row.recordId, entry)
          entries.push({ ...entry, recordId: row.recordId })
        }
      }
      firstCause = 'time'
    }
    return entries
  }

  return {
    /**
     * Writes the scores of all records of a level again, as they would have been on the evenings of some days
     * before today, by the model of now, and as they are. What timelines tell is asked as of each evening, and so is
     * the pulse; other fields are taken as they are now. Does nothing where there are scores of earlier days.
     */
    async backfill(tenantId: number, level: LevelId, days: number): Promise<void> {
      const yesterday = new Date(platform.clock.now().getTime() - dayLength)
      if (await hasEntriesBefore(dbOf(tenantId), tenantId, yesterday)) return
      const version = await models.published(tenantId, level)
      const entries = await entriesOf(tenantId, version, days)
      await transact(dbOf(tenantId), async (tx) => {
        const work = await following.workOf(tx, tenantId, version, { cause: 'time', firstCause: 'time' })
        await dropEntries(tx, tenantId, level)
        await keepEntries(work, entries)
      })
    },
  }
}
