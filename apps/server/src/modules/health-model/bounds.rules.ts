import { healthBounds } from '@steward/contracts/plain/built-in-value'
import type { HealthBounds, HealthModel } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import type { Bounds, BoundsOfTenant } from './model.port.ts'

interface OfLevel {
  global: Bounds
  stages: ReadonlyMap<number, Bounds>
}

const delivered: OfLevel = { global: healthBounds, stages: new Map() }

const read = ({ config }: HealthBounds): Bounds => ({ lower: config.lowerBound, upper: config.upperBound })

function ofModel({ bounds }: HealthModel): OfLevel {
  const global = bounds.find(({ scope }) => scope === 1)
  const ofStages = bounds.flatMap((one): [number, Bounds][] =>
    one.scopeReferenceId === null ? [] : [[one.scopeReferenceId, read(one)]],
  )
  return { global: global ? read(global) : healthBounds, stages: new Map(ofStages) }
}

/** The bounds that models hold, by level and stage. */
export function boundsOf(models: readonly { level: LevelId; model: HealthModel }[]): BoundsOfTenant {
  const levels = new Map(models.map(({ level, model }) => [level, ofModel(model)]))
  const of = (level: LevelId, stageId: number | null): Bounds => {
    const { global, stages } = levels.get(level) ?? delivered
    return stageId === null ? global : (stages.get(stageId) ?? global)
  }
  return {
    of,
    status(level, stageId, score) {
      if (score === null) return null
      const { lower, upper } = of(level, stageId)
      if (score < lower) return 'Poor'
      return score < upper ? 'Average' : 'Good'
    },
  }
}
