import { fold } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'

/**
 * How a part of a name is looked for: by reading the records in the order of their names until enough are found, which is
 * quick for parts that many names have; by walking the names alone, which passes many at little cost; or by trigrams,
 * which is quick for rare parts.
 */
export type SearchWay = 'read' | 'walk' | 'trigrams'

/** Some names of a level, taken at random, and how many records it has. */
export interface NameSample {
  names: readonly string[]
  size: number
}

export type NameSamples = ReadonlyMap<LevelId, NameSample>

/** Up to this many records a walk is quick even when it finds nothing. */
export const smallLevel = 5000
/** What fetching a record costs, in entries of the index that are walked past. */
const fetchCost = 7

/** Records may be read on the way if so many of them have the part: looking one up afterwards costs as much as four. */
const readShare = 0.2

/** Which way finds `limit` names with a part sooner, judged by the sample. */
export function chooseWay(sample: NameSample | undefined, part: string, limit: number): SearchWay {
  if (!sample || sample.size < smallLevel) return 'walk'
  const folded = fold(part)
  const share = sample.names.filter((name) => name.includes(folded)).length / sample.names.length
  if (share >= readShare) return 'read'
  if (folded.length < 3) return 'walk'
  if (share === 0 || Number.isNaN(share)) return 'trigrams'
  return limit / share < share * sample.size * fetchCost ? 'walk' : 'trigrams'
}
