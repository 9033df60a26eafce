import { fold } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'

/**
 * How a part of a name is looked for: by reading the records in the order of their names until enough are found, which is
 * quick for parts that many names have; by walking the names alone, which passes many at little cost; or by trigrams,
 * which is quick for rare parts.
 */
export type SearchWay = 'read' | 'walk' | 'trigrams'

/** Some names of a level, taken at random, in the order of lists, and how many records it has. */
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
/** Names among which there would be so many with the part, were they spread evenly, are not without any by chance. */
const tooMany = 5

/** Which way finds `limit` names with a part sooner, judged by the sample. */
export function chooseWay(sample: NameSample | undefined, part: string, limit: number): SearchWay {
  if (!sample || sample.size < smallLevel) return 'walk'
  const folded = fold(part)
  const isShort = folded.length < 3
  const { names, size } = sample
  const first = names.findIndex((name) => name.includes(folded))
  if (first === -1) return isShort ? 'walk' : 'trigrams'
  const share = names.filter((name) => name.includes(folded)).length / names.length
  // Names that begin with the part stand together, and may stand last.
  const isEven = first * share < tooMany
  if (isEven && share >= readShare) return 'read'
  const passed = isEven ? limit / share : (first / names.length) * size
  return isShort || passed < share * size * fetchCost ? 'walk' : 'trigrams'
}
