import type { LevelId } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'

export type Stage = LifecycleStage

/** The stages of a tenant, in their order within each level. */
export interface Stages {
  all: readonly Stage[]
  byId: ReadonlyMap<number, Stage>
  byLevel(level: LevelId): readonly Stage[]
  /** The stage a new record of the level gets; a level without stages has none. */
  defaultOf(level: LevelId): Stage | undefined
  /** By display name, whatever its case. */
  byName(level: LevelId, name: string): Stage | undefined
}

function nameKey(level: LevelId, name: string): string {
  return `${level}:${name.trim().toLowerCase()}`
}

export function stagesOf(all: readonly Stage[]): Stages {
  const levels = Map.groupBy(all, (stage) => stage.entityLevel)
  const names = new Map(all.map((stage) => [nameKey(stage.entityLevel, stage.displayName), stage]))
  return {
    all,
    byId: new Map(all.map((stage) => [stage.lifecycleStageId, stage])),
    byLevel: (level) => levels.get(level) ?? [],
    defaultOf: (level) => levels.get(level)?.find((stage) => stage.isDefault),
    byName: (level, name) => names.get(nameKey(level, name)),
  }
}

/** What a new tenant begins with; the first stage of a level is its default. */
export const firstStages: readonly { level: LevelId; names: readonly string[] }[] = [
  { level: 1, names: ['Onboarding', 'Adoption', 'Value realised', 'Renewal', 'At risk'] },
  { level: 2, names: ['Onboarding', 'Adoption', 'Value realised', 'Renewal', 'At risk'] },
  { level: 3, names: ['Active', 'Champion', 'Inactive'] },
]
