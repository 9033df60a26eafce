import type { LevelId } from '@steward/contracts/level'
import { colourOfPlace, type LifecycleStage, type StageColour } from '@steward/contracts/lifecycle'

export type Stage = Omit<LifecycleStage, 'records'>

/** A stage as it is kept. */
export interface StoredStage {
  stageId: number
  displayName: string
  level: LevelId
  position: number
  isDefault: boolean
  colour: StageColour | null
  closed: boolean
  deleted: boolean
}

/** The stages of a tenant, in their order within each level. */
export interface Stages {
  all: readonly Stage[]
  byId: ReadonlyMap<number, Stage>
  byLevel(level: LevelId): readonly Stage[]
  /** The stage a new record of the level gets; a level without stages has none. */
  defaultOf(level: LevelId): Stage | undefined
  /** By display name, whatever its case. */
  byName(level: LevelId, name: string): Stage | undefined
  /** Those that were deleted too, which are named as such: for views of the past. */
  named: ReadonlyMap<number, Stage>
}

function nameKey(level: LevelId, name: string): string {
  return `${level}:${name.trim().toLowerCase()}`
}

export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function toStage(stored: StoredStage, order: number): Stage {
  const { stageId, displayName, level, isDefault, colour, closed, deleted } = stored
  return {
    lifecycleStageId: stageId,
    displayName: deleted ? `${displayName} (deleted)` : displayName,
    entityLevel: level,
    order,
    isDefault,
    colour: colour ?? colourOfPlace(order),
    ownColour: colour,
    closing: closed && !deleted,
  }
}

/** The stages as all see them, of those that are kept, in the order of their places. */
export function stagesOf(stored: readonly StoredStage[]): Stages {
  const kept = Map.groupBy(
    stored.filter(({ deleted }) => !deleted),
    ({ level }) => level,
  )
  const all = [...kept.values()].flatMap((among) => among.map((stage, index) => toStage(stage, index + 1)))
  const levels = Map.groupBy(all, (stage) => stage.entityLevel)
  const names = new Map(all.map((stage) => [nameKey(stage.entityLevel, stage.displayName), stage]))
  const gone = stored.filter(({ deleted }) => deleted).map((stage) => toStage(stage, stage.position))
  return {
    all,
    byId: new Map(all.map((stage) => [stage.lifecycleStageId, stage])),
    byLevel: (level) => levels.get(level) ?? [],
    defaultOf: (level) => levels.get(level)?.find((stage) => stage.isDefault),
    byName: (level, name) => names.get(nameKey(level, name)),
    named: new Map([...all, ...gone].map((stage) => [stage.lifecycleStageId, stage])),
  }
}

/** The ids with one of them at another place, counted from 1. */
export function movedTo(ids: readonly number[], id: number, place: number): number[] {
  return ids.filter((one) => one !== id).toSpliced(place - 1, 0, id)
}

/** A name like this one that no one has: "Adoption 2". */
export function freeName(name: string, taken: readonly string[]): string {
  const isTaken = (wanted: string) => taken.some((one) => isSameName(one, wanted))
  if (!isTaken(name)) return name
  for (let number = 2; ; number += 1) {
    if (!isTaken(`${name} ${number}`)) return `${name} ${number}`
  }
}

/** What a new tenant begins with; the first stage of a level is its default. */
export const firstStages: readonly { level: LevelId; names: readonly string[] }[] = [
  { level: 1, names: ['Onboarding', 'Adoption', 'Value realised', 'Renewal', 'At risk'] },
  { level: 2, names: ['Onboarding', 'Adoption', 'Value realised', 'Renewal', 'At risk'] },
  { level: 3, names: ['Active', 'Champion', 'Inactive'] },
]
