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

/** The tab of an address; the overview where it names none of this level. */
export function tabOf(level: Level, search: unknown): string {
  const known = ['overview', ...childLevels(level).map(({ plural }) => plural), 'history']
  return known.find((tab) => tab === search) ?? 'overview'
}
