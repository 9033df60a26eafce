import { fieldsOf, type Rule } from '@steward/conditions'
import { findLevel, type LevelId } from '@steward/contracts/level'
import type { SegmentTab } from '@steward/contracts/segment'

/** A field as a rule names it: of the record itself, or `organization.<name>`, `account.<name>` of a parent. */
function reached(name: string, level: LevelId): { level: LevelId; name: string } {
  const [parent, ...rest] = name.split('.')
  const above = rest.length > 0 ? findLevel(parent ?? '') : undefined
  return above ? { level: above.id, name: rest.join('.') } : { level, name }
}

/** Whether a rule on records of `level` asks about a field, which `isIt` tells by level and name. */
export function asksAbout(
  rule: Rule,
  level: LevelId,
  isIt: (level: LevelId, name: string) => boolean,
): boolean {
  return [...fieldsOf(rule)].some((name) => {
    const field = reached(name, level)
    return isIt(field.level, field.name)
  })
}

/** Whether a segment belongs under a tab. */
export function isUnderTab(segment: { isPrivate: boolean; isPinned: boolean }, tab: SegmentTab): boolean {
  if (tab === 'Public') return !segment.isPrivate
  if (tab === 'Private') return segment.isPrivate
  return tab === 'All' || segment.isPinned
}
