import type { HealthModel } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { boundsOf, type HealthModels } from '../health-model/index.ts'
import {
  gatherInputs,
  isEmptyModel,
  planInputs,
  scoreOf,
  scorerOf,
  type Gathered,
  type RecordScope,
} from '../health/index.ts'
import { readPresent, type Present } from './sample.read-model.ts'
import type { Compared } from './trial.rules.ts'

export interface ComparedRecord extends Compared {
  name: string
}

/** Compares records as they are with what they would be by a model that is not in effect. */
export function createComparing({ clock }: Platform, models: HealthModels) {
  return async function compare(
    db: Db | Tx,
    tenantId: number,
    level: LevelId,
    model: HealthModel,
    scope: RecordScope,
  ): Promise<ComparedRecord[]> {
    const now = clock.now()
    const plan = await planInputs(models, tenantId, level, model, now)
    const bounds = await models.bounds(tenantId)
    const next = boundsOf([{ level, model }])
    const scorer = scorerOf(model)
    const isEmpty = isEmptyModel(model)

    /** The score by the model, in hundredths; no one takes a score away that never was calculated. */
    function scoreBy({ override, entryId, stageId, find }: Gathered, { score }: Present): number | null {
      if (override !== null) return override.score
      return isEmpty && entryId === null ? score : scorer.evaluate(stageId, find).score
    }

    const present = new Map(
      (await readPresent(db, tenantId, level, scope)).map((record) => [record.recordId, record]),
    )
    const gathered = await gatherInputs(db, tenantId, plan, scope)
    return gathered.flatMap((row) => {
      const record = present.get(row.recordId)
      if (!record) return []
      const { recordId, name, score } = record
      const nextScore = scoreBy(row, record)
      const status = bounds.status(level, record.stageId, scoreOf(score))
      const nextStatus = next.status(level, row.stageId, scoreOf(nextScore))
      return [{ recordId, name, score, status, nextScore, nextStatus }]
    })
  }
}

export type Compare = ReturnType<typeof createComparing>
