import type { DataType } from '@steward/contracts/data-type'
import { usualColumns } from '@steward/contracts/column-set'
import type { Level } from '@steward/contracts/level'
import type { KeptLayout } from '../../../entities/record/index.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import type { GridColumn, GridLayout } from '../../../components/data-table/grid-columns.ts'
import { isRelated } from '../layout/column-fields.ts'
import { isRightAligned } from '../../../entities/value/index.ts'

/** The name always comes first and stays; it is not written. */
export const nameColumn = 'name'

const pinMark = '!'

/** Columns as an address writes them: names in their order, pinned ones marked. */
export function writeColumns({ order, pinned }: Pick<GridLayout, 'order' | 'pinned'>): string {
  return order
    .filter((id) => id !== nameColumn)
    .map((id) => (pinned.includes(id) ? `${pinMark}${id}` : id))
    .join(',')
}

/** The columns that are written and still exist. */
export function readColumns(
  text: string,
  fields: readonly LevelField[],
): Pick<GridLayout, 'order' | 'pinned'> {
  const known = new Set(fields.map((field) => field.name))
  const order: string[] = [nameColumn]
  const pinned: string[] = [nameColumn]
  for (const entry of text.split(',')) {
    const isPinned = entry.startsWith(pinMark)
    const id = isPinned ? entry.slice(pinMark.length) : entry
    if (!known.has(id) || order.includes(id)) continue
    order.push(id)
    if (isPinned) pinned.push(id)
  }
  return { order, pinned }
}

/** What is shown: the columns of the address, else the user's own, else the usual ones. */
export function layoutOf(
  level: Level,
  fields: readonly LevelField[],
  cols: string | undefined,
  kept: KeptLayout,
): GridLayout {
  const { widths } = kept
  if (cols !== undefined) return { ...readColumns(cols, fields), widths }
  const known = new Set(fields.map((field) => field.name))
  const order = kept.columns ?? usualColumns(level, fields)
  const shown = [nameColumn, ...order.filter((name) => name !== nameColumn && known.has(name))]
  return {
    order: shown,
    pinned: shown.filter((name) => name === nameColumn || kept.pinned.includes(name)),
    widths,
  }
}

const widths: Partial<Record<DataType, number>> = {
  health: 130,
  pulse: 144,
  lifecycleStage: 150,
  pipelineStatus: 140,
  parentEntity: 140,
  owner: 160,
  user: 160,
  boolean: 100,
  number: 112,
  mandatoryNumber: 112,
  percentage: 104,
  currency: 140,
  date: 124,
  mandatoryDate: 124,
  email: 220,
  multiPicklist: 200,
  longText: 260,
}

/** The fields that cannot be written from a list say why. */
function readOnlyReason(field: LevelField): string | undefined {
  if (field.name.startsWith('owner.')) return 'Edit user details under Users.'
  if (isRelated(field.name)) return `${field.displayName} can be edited on the ${field.name.split('.')[0]}.`
  if (field.dataType === 'health') return 'Health is calculated.'
  return field.editable ? undefined : `${field.displayName} cannot be edited.`
}

export function gridColumnsOf(fields: readonly LevelField[]): GridColumn[] {
  return fields.map((field) => ({
    id: field.name,
    label: field.displayName,
    width: field.name === nameColumn ? 250 : (widths[field.dataType] ?? 160),
    alignEnd: isRightAligned(field),
    sortable: true,
    readOnly: readOnlyReason(field),
  }))
}
