import type { LevelId } from '@steward/contracts/level'
import type { StageRecords } from '@steward/contracts/lifecycle'
import type { Use } from '../../platform/use.ts'
import type { Stage } from './lifecycle.rules.ts'

export type StageUse = Use

export type FindStageUses = (tenantId: number, stage: Stage) => Promise<StageUse[]>
/** How many records of a level are in each stage that any is in. */
export type CountStageRecords = (
  tenantId: number,
  level: LevelId,
) => Promise<ReadonlyMap<number, StageRecords>>

/** What the modules above tell about their use of stages; they register when they are made. */
export interface StageUseRegistry {
  /** A later registration of the same kind takes the place of the earlier. */
  registerUse(kind: string, find: FindStageUses): void
  registerRecords(count: CountStageRecords): void
  findUses: FindStageUses
  countRecords: CountStageRecords
}

const nobody: CountStageRecords = async () => new Map()

export function createStageUseRegistry(): StageUseRegistry {
  const finders = new Map<string, FindStageUses>()
  let count = nobody
  return {
    registerUse: (kind, find) => void finders.set(kind, find),
    registerRecords: (counter) => void (count = counter),
    async findUses(tenantId, stage) {
      const found = await Promise.all([...finders.values()].map((find) => find(tenantId, stage)))
      return found.flat()
    },
    countRecords: (tenantId, level) => count(tenantId, level),
  }
}
