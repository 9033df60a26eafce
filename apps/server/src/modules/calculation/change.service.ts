import type { LevelId } from '@steward/contracts/level'
import type { CalculatedField, Definitions, RollupField } from './calculated-field.ts'
import { findParents } from './calculation.read-model.ts'
import { readersOf } from './graph.rules.ts'
import { addDirty, recomputeLevel, type Dirty, type Work } from './level.service.ts'
import type { RecordChange } from '../change-log/index.ts'
import { holdForValues } from '../record/index.ts'
import { parentKey } from './rollup.rules.ts'

/** Children come before those they are rolled up into. */
const upwards = [4, 3, 2, 1] as const

/** Whether a change touches what a field reads at the level; each change moves the time of the last one. */
function touches(field: CalculatedField, level: LevelId, { kind, after }: RecordChange): boolean {
  const read = field.reads.filter((place) => place.level === level).map((place) => place.key)
  if (kind !== 2) return field.kind === 'vertical' ? field.rollup.childLevel === level : true
  return read.some((key) => key === 'updatedAt' || key in after)
}

/** The records above a child, now and before the change. */
function parentsOf(field: RollupField, row: RecordChange): number[] {
  const key = parentKey(field.level)
  return [row[key], row.before[key]].filter((id) => typeof id === 'number')
}

/** Whether the changed record's own value of a field may be another one: no one else may set it, either. */
function isOwnDoubtful(field: CalculatedField, level: LevelId, row: RecordChange): boolean {
  if (field.level !== level || row.kind === 3) return false
  if (row.kind === 1 || String(field.fieldId) in row.after) return true
  return field.kind === 'horizontal' && touches(field, level, row)
}

/** Which fields of which records a change makes doubtful. */
function markChange({ fields }: Definitions, row: RecordChange, dirty: Dirty): void {
  const { level } = row
  if (level === undefined) return
  for (const field of fields) {
    if (isOwnDoubtful(field, level, row)) addDirty(dirty, field.fieldId, [row.recordId])
    if (field.kind === 'vertical' && field.rollup.childLevel === level && touches(field, level, row)) {
      addDirty(dirty, field.fieldId, parentsOf(field, row))
    }
  }
}

/** What is calculated from a field follows it, within the same record and above it. */
async function markReaders(work: Work, level: LevelId, dirty: Dirty): Promise<void> {
  const { tx, tenantId, definitions } = work
  for (const field of definitions.fields) {
    const ids = dirty.get(field.fieldId)
    if (field.level !== level || !ids || ids.size === 0) continue
    for (const reader of readersOf(definitions.fields, { level, key: String(field.fieldId) })) {
      const found =
        reader.kind === 'horizontal'
          ? ids
          : await findParents(tx, tenantId, parentKey(reader.level), [...ids])
      addDirty(dirty, reader.fieldId, found)
    }
  }
}

/** Follows changes of records: calculates all that depends on them, from the lowest level upwards. */
export async function followChanges(work: Work, rows: readonly RecordChange[]): Promise<void> {
  const dirty: Dirty = new Map()
  for (const row of rows) markChange(work.definitions, row, dirty)
  for (const level of upwards) await markReaders(work, level, dirty)
  const ids = new Set([...dirty.values()].flatMap((some) => [...some]))
  if (ids.size === 0) return
  await holdForValues(work.tx, work.tenantId, [...ids])
  for (const level of upwards) await recomputeLevel(work, level, dirty)
}
