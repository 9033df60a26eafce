import { fold } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'

/**
 * How a part of a name is looked for: by walking the names in their order until enough are found,
 * which is quick for common parts, or by trigrams, which is quick for rare ones.
 */
export type SearchWay = 'walk' | 'trigrams'

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

/** Which way finds `limit` names with a part sooner, judged by the sample. */
export function chooseWay(sample: NameSample | undefined, part: string, limit: number): SearchWay {
  if (!sample || sample.size < smallLevel) return 'walk'
  const folded = fold(part)
  if (folded.length < 3) return 'walk'
  const hits = sample.names.filter((name) => name.includes(folded)).length
  if (hits === 0) return 'trigrams'
  const share = hits / sample.names.length
  return limit / share < share * sample.size * fetchCost ? 'walk' : 'trigrams'
}
