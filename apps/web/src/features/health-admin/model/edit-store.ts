import type { HealthBounds, HealthModel } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { readStored, writeStored } from '../../../ui/storage.ts'
import { fingerprint, type MeasuresPart } from './draft-model.rules.ts'

/** What was changed and is not saved, beside what it began with. */
export interface ModelEdits {
  base: { model: HealthModel; revision: number }
  measures: MeasuresPart | null
  bounds: readonly HealthBounds[] | null
}

const session = () => sessionStorage
const keyOf = (userId: number, level: Level) => `steward.health.${userId}.${level.name}`

/** Edits of a user that a reload interrupted. */
export function readEdits(userId: number, level: Level): ModelEdits | null {
  const text = readStored(keyOf(userId, level), session)
  if (!text) return null
  try {
    const held = JSON.parse(text) as ModelEdits
    return typeof held.base?.revision === 'number' ? held : null
  } catch {
    return null
  }
}

export function writeEdits(userId: number, level: Level, edits: ModelEdits | null): void {
  // What is not a number is kept as nothing entered.
  writeStored(keyOf(userId, level), edits && JSON.stringify(edits), session)
}

export const isSame = (one: unknown, other: unknown) => fingerprint(one) === fingerprint(other)
