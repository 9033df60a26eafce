import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { ChangeSegment, Segment, SegmentView } from '@steward/contracts/segment'
import { levelOfSegment, type NewSegment } from '../../../entities/segment/index.ts'
import { usualFilter } from '../../../entities/rule/index.ts'

/** What the form starts with. */
export type SegmentValues = {
  name: string
  description: string
  level: Level
  isPrivate: boolean
  logic: Rule
  view: SegmentView
}

const usualView: SegmentView = { columns: null, sortColumn: null, sortDirection: 'ASC', mode: 'list' }

export function emptyValues(level: Level): SegmentValues {
  return { name: '', description: '', level, isPrivate: true, logic: usualFilter(level), view: usualView }
}

export function valuesOf(segment: Segment): SegmentValues {
  const { name, description, isPrivate, logic, view } = segment
  return { name, description, level: levelOfSegment(segment), isPrivate, logic, view }
}

/** A second one to change: of the user alone, until they say otherwise. */
export function copyOf(segment: Segment): SegmentValues {
  const values = valuesOf(segment)
  return { ...values, name: `Copy of ${values.name}`.slice(0, 120), isPrivate: true }
}

export function asNew({ level, ...values }: SegmentValues): NewSegment {
  return { ...values, segmentLevel: level.name }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Only what differs from before, as the server takes it; the view is changed on the list. */
export function changesOf(before: SegmentValues, after: SegmentValues): ChangeSegment {
  const changes: ChangeSegment = {}
  if (after.name.trim() !== before.name) changes.name = after.name
  if (after.description.trim() !== before.description) changes.description = after.description
  if (after.isPrivate !== before.isPrivate) changes.isPrivate = after.isPrivate
  if (!same(after.logic, before.logic)) changes.logic = after.logic
  return changes
}
