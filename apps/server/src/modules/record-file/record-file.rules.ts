import { levels } from '@steward/contracts/level'
import type { CreateFileGroup } from '@steward/contracts/record-file'

/** What a group of files is called where things have a title. */
export function titleOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : `${names.length} files`
}

/** By which a group is found, beside its title. */
export function wordsOf(names: readonly string[], commentWords: string): string {
  return [...(names.length === 1 ? [] : names), commentWords].filter(Boolean).join('\n')
}

export interface Home {
  level: (typeof levels)[number]['id']
  recordId: number
}

/** The record that files are put with: the one that is named, else the lowest of those that are linked. */
export function homeOf({ level, parentIdentifier, linkedEntities = {} }: CreateFileGroup): Home | undefined {
  if (level !== undefined && parentIdentifier !== undefined) return { level, recordId: parentIdentifier }
  for (const { id, plural } of levels.toReversed()) {
    const recordId = linkedEntities[plural]?.[0]
    if (recordId !== undefined) return { level: id, recordId }
  }
  return undefined
}
