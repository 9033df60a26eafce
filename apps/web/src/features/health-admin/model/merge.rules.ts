import type { HealthBounds } from '@steward/contracts/health'
import {
  fingerprint,
  measurePrint,
  partPrint,
  type GroupDraft,
  type MeasuresPart,
} from './draft-model.rules.ts'

/**
 * Puts one's own changes on top of what someone else saved in the meantime: what only one of both touched is as
 * that one left it, what both touched as it is in `mine`. What one of them deleted stays away, unless the other
 * changed it.
 */
function mergeById<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  idOf: (item: Item) => string,
  printOf: (item: Item) => string,
): Item[] {
  const known = (items: readonly Item[]) => new Map(items.map((item) => [idOf(item), item]))
  const [ofBase, ofMine, ofTheirs] = [known(base), known(mine), known(theirs)]
  const isTouched = (item: Item) => {
    const before = ofBase.get(idOf(item))
    return before === undefined || printOf(before) !== printOf(item)
  }
  const kept = theirs.flatMap((item) => {
    const own = ofMine.get(idOf(item))
    if (own) return [isTouched(own) ? own : item]
    return !ofBase.has(idOf(item)) || isTouched(item) ? [item] : []
  })
  const added = mine.filter((item) => !ofTheirs.has(idOf(item)) && isTouched(item))
  return [...kept, ...added]
}

const same = (one: unknown, other: unknown) => fingerprint(one) === fingerprint(other)

const groupKey = ({ groupId }: GroupDraft) => String(groupId)

export function mergeParts(base: MeasuresPart, mine: MeasuresPart, theirs: MeasuresPart): MeasuresPart {
  // Where the other left all of it alone, mine stays as it is, its order too.
  if (partPrint(theirs) === partPrint(base)) return mine
  return {
    source: same(mine.source, base.source) ? theirs.source : mine.source,
    groups: mergeById(base.groups, mine.groups, theirs.groups, groupKey, fingerprint),
    measures: mergeById(base.measures, mine.measures, theirs.measures, ({ key }) => key, measurePrint),
  }
}

export const mergeBounds = (
  base: readonly HealthBounds[],
  mine: readonly HealthBounds[],
  theirs: readonly HealthBounds[],
): HealthBounds[] =>
  mergeById(base, mine, theirs, ({ scopeReferenceId }) => String(scopeReferenceId), fingerprint)
