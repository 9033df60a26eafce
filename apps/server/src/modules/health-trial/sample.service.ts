import type { HealthModel, ScoreDetail } from '@steward/contracts/health'
import type { ComparedRecord, TriedScore } from '@steward/contracts/health-trial'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { boundsOf, type HealthModels } from '../health-model/index.ts'
import {
  gatherOne,
  overridePart,
  planInputs,
  presentParts,
  scoreOf,
  scorerOf,
  unknownRecord,
  type HealthService,
} from '../health/index.ts'
import type { Compare } from './comparing.service.ts'
import { pickSample } from './sample.read-model.ts'
import { presentCompared } from './trial.service.ts'

/** Records of the sample that the settings show. */
const sampleSize = 20

interface SampleParts {
  models: HealthModels
  health: Pick<HealthService, 'read'>
  compare: Compare
}

/** What a draft would make of single records. */
export function createSamples(platform: Platform, { models, health, compare }: SampleParts) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  /** The detail of a record as it would be by a model, which is not in effect. */
  async function detailBy(
    actor: Actor,
    level: LevelId,
    recordId: number,
    model: HealthModel,
    before: ScoreDetail,
  ): Promise<ScoreDetail> {
    const { tenantId } = actor
    const now = platform.clock.now()
    const plan = await planInputs(models, tenantId, level, model, now)
    const row = await gatherOne(dbOf(actor), tenantId, plan, recordId)
    if (!row) throw unknownRecord(level)
    const { override, stageId, find } = row
    const { score: computed, parts } = scorerOf(model).evaluate(stageId, find)
    const score = override === null ? computed : override.score
    const shown = presentParts(parts, model, await models.metrics(tenantId, level))
    const bounds = boundsOf([{ level, model }])
    const { lower, upper } = bounds.of(level, stageId)
    return {
      ...before,
      score: scoreOf(score),
      computed: scoreOf(computed),
      healthStatus: bounds.status(level, stageId, scoreOf(score)),
      bounds: { lowerBound: lower, upperBound: upper },
      trend: null,
      version: null,
      computedAt: now.toISOString(),
      parts: [...shown, ...overridePart({ score, computed, override })],
      missing: shown.filter(({ missing }) => missing).map(({ name }) => name),
    }
  }

  return {
    /** A record by what is in effect and by the draft. Error: not_found `record.unknown`. */
    async tryOn(actor: Actor, level: LevelId, recordId: number): Promise<TriedScore> {
      const before = await health.read(actor, level, recordId, true)
      const { model } = await models.draft(actor.tenantId, level)
      return { before, after: await detailBy(actor, level, recordId, model, before) }
    },

    /** Some records of a level, the same ones each time, as they are and by the draft. */
    async sample(actor: Actor, level: LevelId): Promise<ComparedRecord[]> {
      const ids = await pickSample(dbOf(actor), actor.tenantId, level, sampleSize)
      const { model } = await models.draft(actor.tenantId, level)
      const compared = await compare(dbOf(actor), actor.tenantId, level, model, { ids })
      return compared.map(presentCompared)
    },
  }
}

export type Samples = ReturnType<typeof createSamples>
