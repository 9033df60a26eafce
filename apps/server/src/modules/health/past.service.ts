import type { LevelId } from '@steward/contracts/level'
import type { ScoreCause } from '@steward/scores'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { HealthModels, Metric } from '../health-model/index.ts'
import type { Following } from './follow.service.ts'
import { risksKey } from './concern.rules.ts'
import { planInputs } from './gathering.ts'
import { risksOfDay, pulseOfDay } from './health-metric.ts'
import { holdUntouched } from './score.store.ts'
import { scoreRecords, writeChanges } from './scoring.service.ts'

/** Metrics whose value of now is not that of a past day. */
const ofDay: Readonly<Record<string, Metric['select']>> = {
  'field:-2': pulseOfDay,
  [risksKey]: risksOfDay,
}

/** Scores of the past, for who writes a past with a moved clock. */
export function createPastScores(platform: Platform, models: HealthModels, following: Following) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  /** The metrics of a level, as they are read of the past. */
  async function pastMetrics(tenantId: number, level: LevelId) {
    const metrics = new Map(await models.metrics(tenantId, level))
    for (const [key, select] of Object.entries(ofDay)) {
      const metric = metrics.get(key)
      if (metric) metrics.set(key, { ...metric, select })
    }
    return metrics
  }

  return {
    /**
     * Scores records as a night does, on the day to which the clock is moved, by the model of now: entries, scores
     * and the record's ledger have the time of the clock. The pulse is the one that timelines tell of that day, and the
     * risks are those of that day. Those that were created or changed later are left out, so that what was cut
     * short can go on.
     */
    async scoreNight(
      tenantId: number,
      level: LevelId,
      recordIds: readonly number[],
      firstCause: ScoreCause,
    ): Promise<void> {
      const version = await models.published(tenantId, level)
      const now = platform.clock.now()
      const metrics = new Map([
        [level, await pastMetrics(tenantId, level)],
        [2, await pastMetrics(tenantId, 2)],
      ])
      const asked = { metrics: async (_tenantId: number, of: LevelId) => metrics.get(of) ?? new Map() }
      const plan = await planInputs(asked, tenantId, level, version.model, now)
      await transact(dbOf(tenantId), async (tx) => {
        const ids = await holdUntouched(tx, tenantId, recordIds, now)
        if (ids.length === 0) return
        const work = await following.workOf(tx, tenantId, version, { cause: 'time', firstCause })
        const scored = await scoreRecords({ ...work, plan, changesOf: ids }, { ids })
        if (scored === 0) await writeChanges(work, { ids })
      })
    },
  }
}
