import type { RefusedCell, WriteCells } from '@steward/contracts/cell'
import type { Catalogue } from '../field/index.ts'
import type { Problem, ReadForm, Values } from '../record/index.ts'

/** The cells of one record: what is still to be written, and what was refused so far. */
export interface CellRow {
  id: number
  version: number | undefined
  /** The names that the call used, by the keys of their values. */
  names: Map<string, string[]>
  values: Values
  refused: RefusedCell[]
}

type AskedRow = WriteCells['cells'][number]

/** One row a record: what a later row says about a cell stands, and the oldest version counts. */
export function mergeRows(cells: readonly AskedRow[]): AskedRow[] {
  const byId = new Map<number, AskedRow>()
  for (const row of cells) {
    const before = byId.get(row.id)
    if (!before) {
      byId.set(row.id, { ...row, data: { ...row.data } })
      continue
    }
    Object.assign(before.data, row.data)
    if (row.version !== undefined) before.version = Math.min(row.version, before.version ?? row.version)
  }
  return [...byId.values()]
}

/** Where the value of a field is written: the primary owner is the first of the owners. */
const writtenKey = (key: string): string => (key === 'primaryOwner' ? 'owners' : key)

/** A row as it was read, with the cells that could not be. */
export function openRow(asked: AskedRow, { values, problems }: ReadForm, catalogue: Catalogue): CellRow {
  const names = new Map<string, string[]>()
  for (const name of Object.keys(asked.data)) {
    const key = writtenKey(catalogue.find(name)?.key ?? name)
    names.set(key, [...(names.get(key) ?? []), name])
  }
  const row: CellRow = { id: asked.id, version: asked.version, names, values: { ...values }, refused: [] }
  for (const problem of problems) refuse(row, problem, catalogue)
  return row
}

function refuseKey(row: CellRow, key: string, message: string): void {
  delete row.values[key]
  if (key === 'owners') delete row.values['primaryOwner']
  for (const name of row.names.get(key) ?? []) {
    if (!row.refused.some(({ field }) => field === name))
      row.refused.push({ id: row.id, field: name, message })
  }
}

/**
 * Takes the cell with a problem out of what is written. A problem of the whole record, or of a field
 * that was not asked for, takes all of its cells out.
 */
export function refuse(row: CellRow, { field, message }: Problem, catalogue: Catalogue): void {
  const key = field === null ? undefined : writtenKey(catalogue.find(field)?.key ?? field)
  if (key !== undefined && row.names.has(key)) return refuseKey(row, key, message)
  for (const one of row.names.keys()) refuseKey(row, one, message)
}

/** The cells of a record that differ now: those asked for, not what follows from them. */
export function changedCells(row: CellRow, after: Values): number {
  return [...row.names.keys()].filter((key) => key in after).length
}
