import { levelOf, type Level } from '@steward/contracts/level'

const childNames = {
  organization: ['account', 'contact', 'pipeline'],
  account: ['contact', 'pipeline'],
  contact: [],
  pipeline: [],
} as const

/** The levels whose records may belong to a record of this one. */
export function childLevels(level: Level): Level[] {
  return childNames[level.name].map((name) => levelOf(name))
}
