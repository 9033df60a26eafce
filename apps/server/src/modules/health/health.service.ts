import type { overrideBodySchema, ScoreDetail } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { createDetails, type ReadingNeighbours } from './detail.service.ts'
import type { Following } from './follow.service.ts'
import { createMovements } from './movement.service.ts'
import { createOverrides } from './override.service.ts'
import { createPastScores } from './past.service.ts'

export interface HealthNeighbours extends ReadingNeighbours {
  audit: Pick<AuditService, 'write'>
}

/** The health of records: what it is, how it came to be, and who set it by hand. */
export function createHealthService(
  platform: Platform,
  { users, models, audit }: HealthNeighbours,
  following: Following,
) {
  const details = createDetails(platform, { users, models })
  const overrides = createOverrides(platform, audit, following)
  return {
    ...details,
    ...createMovements(platform, models),
    ...createPastScores(platform, models, following),
    async putOverride(
      actor: Actor,
      level: LevelId,
      recordId: number,
      body: z.output<typeof overrideBodySchema>,
    ): Promise<ScoreDetail> {
      await overrides.put(actor, level, recordId, body)
      return details.read(actor, level, recordId, true)
    },
    async removeOverride(actor: Actor, level: LevelId, recordId: number): Promise<ScoreDetail> {
      await overrides.remove(actor, level, recordId)
      return details.read(actor, level, recordId, true)
    },
  }
}

export type HealthService = ReturnType<typeof createHealthService>
