import type { LevelId } from '@steward/contracts/level'
import type { CalculatedField, Definitions, RollupField } from './calculated-field.ts'
import { findParents, type ChangeRow } from './calculation.read-model.ts'
import { readersOf } from './graph.rules.ts'
import { addDirty, recomputeLevel, type Dirty, type Work } from './level.service.ts'
import { holdForValues } from '../record/index.ts'
import { parentKey } from './rollup.rules.ts'

/** Children come before those they are rolled up into. */
const upwards = [4, 3, 2, 1] as const

function levelOfChange(row: ChangeRow): LevelId | undefined {
  return row.level ?? (row.before?.['level'] as LevelId | undefined)
}

/** Whether a change touches what a field reads at the level; each change moves the time of the last one. */
function touches(field: CalculatedField, level: LevelId, { kind, keys }: ChangeRow): boolean {
  const read = field.reads.filter((place) => place.level === level).map((place) => place.key)
  if (kind !== 2) return field.kind === 'vertical' ? field.rollup.childLevel === level : true
  return read.some((key) => key === 'updatedAt' || (keys ?? []).includes(key))
}

/** The records above a child, now and before the change. */
function parentsOf(field: RollupField, row: ChangeRow): number[] {
  const key = parentKey(field.level)
  return [row[key], row.before?.[key]].filter((id) => typeof id === 'number')
}

/** Whether the changed record's own value of a field may be another one: no one else may set it, either. */
function isOwnDoubtful(field: CalculatedField, level: LevelId, row: ChangeRow): boolean {
  if (field.level !== level || row.kind === 3) return false
  if (row.kind === 1 || (row.keys ?? []).includes(String(field.fieldId))) return true
  return field.kind === 'horizontal' && touches(field, level, row)
}

/** Which fields of which records a change makes doubtful. */
function markChange({ fields }: Definitions, row: ChangeRow, dirty: Dirty): void {
  const level = levelOfChange(row)
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
export async function followChanges(work: Work, rows: readonly ChangeRow[]): Promise<void> {
  const dirty: Dirty = new Map()
  for (const row of rows) markChange(work.definitions, row, dirty)
  for (const level of upwards) await markReaders(work, level, dirty)
  const ids = new Set([...dirty.values()].flatMap((some) => [...some]))
  if (ids.size === 0) return
  await holdForValues(work.tx, work.tenantId, [...ids])
  for (const level of upwards) await recomputeLevel(work, level, dirty)
}
