import type { DataType } from '@steward/contracts/data-type'
import type { Level, LevelName } from '@steward/contracts/level'
import type { LevelField } from '../../../api/fields.ts'
import type { GridColumn, GridLayout } from '../../../components/data-table/grid-columns.ts'
import { isRightAligned } from '../../../components/value/value-view.tsx'
import { readStored, writeStored } from '../../../ui/storage.ts'

/** The name always comes first and stays; it is not written. */
export const nameColumn = 'name'

/** The columns of a level before anybody chose, besides the name and the first custom fields. */
const usual: Record<LevelName, readonly string[]> = {
  organization: ['system:health', 'system:lifecycleStageId', 'system:owners', 'system:pulse'],
  account: ['system:health', 'system:lifecycleStageId', 'system:owners', 'system:pulse', 'organization'],
  contact: ['system:email', 'account', 'organization', 'system:lifecycleStageId', 'system:pulse'],
  pipeline: ['pipelineType', 'system:pipelineStatus', 'organization', 'account', 'system:owners'],
}

const usualCustomColumns = 8

export function usualColumns(level: Level, fields: readonly LevelField[]): GridLayout {
  const custom = fields.filter((field) => field.custom && field.dataType !== 'longText')
  const order = [
    nameColumn,
    ...usual[level.name],
    ...custom.slice(0, usualCustomColumns).map((field) => field.name),
    'updatedAt',
  ]
  return { order, pinned: [nameColumn], widths: {} }
}

const pinMark = '!'

/** Columns as an address or the storage writes them: names in their order, pinned ones marked. */
export function writeColumns({ order, pinned }: GridLayout): string {
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

type StoredColumns = { cols?: string; widths?: Record<string, number> }

const key = (level: Level) => `steward.columns.${level.plural}`

export function readStoredColumns(level: Level): StoredColumns {
  try {
    const stored: unknown = JSON.parse(readStored(key(level)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

export function storeColumns(level: Level, stored: StoredColumns | null): void {
  writeStored(key(level), stored && JSON.stringify(stored))
}

/** What is shown: the columns of the address, else those chosen last, else the usual ones. */
export function layoutOf(
  level: Level,
  fields: readonly LevelField[],
  cols: string | undefined,
  stored: StoredColumns,
): GridLayout {
  const written = cols ?? stored.cols
  const base = usualColumns(level, fields)
  return {
    ...base,
    ...(written === undefined ? {} : readColumns(written, fields)),
    widths: stored.widths ?? {},
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
