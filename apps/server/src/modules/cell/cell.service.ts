import type { RefusedCell, WriteCells, WrittenCells } from '@steward/contracts/cell'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import {
  holdMoves,
  planChanges,
  readForm,
  type Change,
  type PlanContext,
  type Planned,
  type ReadForm,
  type Records,
} from '../record/index.ts'
import type { Sheets } from '../sheet/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { findLastChanges, type LastChange } from './cell.read-model.ts'
import { changedCells, mergeRows, openRow, refuse, type CellRow } from './cell.rules.ts'

/** The modules below, by which cells are read and written. */
export interface CellNeighbours {
  users: UserService
  fields: FieldService
  records: Records
  sheets: Sheets
}

/** A cell that someone else changed since the writer saw it. */
interface Stale {
  row: CellRow
  field: string
  key: string
}

const isOpen = (row: CellRow): boolean => Object.keys(row.values).length > 0

function changeOf({ id, version, values }: CellRow): Change {
  return {
    kind: 'update',
    recordId: id,
    values,
    ...(version === undefined ? {} : { expectedVersion: version }),
  }
}

/** Takes the cells out that a plan refuses; says whether there were any. */
function takeOut(row: CellRow, planned: Planned, { catalogue }: PlanContext, stale: Stale[]): boolean {
  for (const problem of planned.problems) {
    refuse(row, problem, catalogue)
    const key = planned.stale && problem.field !== null ? catalogue.find(problem.field)?.key : undefined
    if (key !== undefined) stale.push({ row, field: problem.field as string, key })
  }
  return planned.problems.length > 0
}

/** Plans until nothing is refused any more: what is wrong with a cell keeps none of its neighbors back. */
async function settle(tx: Tx, context: PlanContext, rows: readonly CellRow[], stale: Stale[]): Promise<void> {
  await holdMoves(tx, context, rows.filter(isOpen).map(changeOf))
  for (let open = rows.filter(isOpen); open.length > 0;) {
    const planned = await planChanges(tx, context, open.map(changeOf), true)
    open = open.filter((row, at) => takeOut(row, planned[at] as Planned, context, stale) && isOpen(row))
  }
}

function answerOf(
  changeSetId: number | null,
  rows: readonly CellRow[],
  results: readonly Planned[],
): WrittenCells {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const written = results.filter(({ outcome }) => outcome === 'update')
  return {
    changeSetId,
    changed: written.reduce(
      (sum, { recordId, after }) => sum + changedCells(byId.get(recordId as number) as CellRow, after),
      0,
    ),
    records: written.map(({ recordId, current }) => ({
      id: recordId as number,
      version: (current?.version ?? 0) + 1,
    })),
    refused: rows.flatMap((row) => row.refused),
  }
}

function nameOf(userId: number | null, byId: UserDirectory['byId']): string {
  return userId === null ? 'Steward' : (byId.get(userId)?.name ?? 'somebody')
}

/** Says at the refused cell who changed it, and when. */
function sayChanged(
  { row, field, key }: Stale,
  catalogue: Catalogue,
  change: LastChange,
  name: string,
): void {
  const label = catalogue.find(field)?.displayName ?? field
  const said: Partial<RefusedCell> = {
    message: `${label} was changed by ${name} in the meantime. Look at it, then write it again.`,
    changedBy: { id: change.actorId, name, at: change.at.toISOString() },
  }
  const names = row.names.get(key) ?? []
  for (const cell of row.refused) if (names.includes(cell.field)) Object.assign(cell, said)
}

export function createCellService(platform: Platform, neighbours: CellNeighbours) {
  const { records, sheets, fields, users } = neighbours

  async function read(actor: Actor, level: LevelId, input: WriteCells): Promise<ReadForm[]> {
    const rows = input.cells.map(({ data }) => data)
    if (input.asText) return sheets.readPasted(actor, level, rows, input.locale)
    const [catalogue, reading] = await Promise.all([
      fields.catalogue(actor.tenantId, level),
      records.readContext(actor),
    ])
    return rows.map((row) => readForm(catalogue, row, reading))
  }

  async function nameChangers(actor: Actor, catalogue: Catalogue, stale: readonly Stale[]): Promise<void> {
    if (stale.length === 0) return
    const { tenantId } = actor
    const [changes, { byId }] = await Promise.all([
      findLastChanges(
        platform.database.tenant(tenantId),
        tenantId,
        stale.map(({ row }) => row.id),
        [...new Set(stale.map(({ key }) => key))],
      ),
      users.directory(tenantId),
    ])
    const last = new Map(changes.map((change) => [`${change.recordId}:${change.key}`, change]))
    for (const one of stale) {
      const change = last.get(`${one.row.id}:${one.key}`)
      if (change) sayChanged(one, catalogue, change, nameOf(change.actorId, byId))
    }
  }

  return {
    /** Writes cells as one change set. A cell that is refused is named, and blocks no other. */
    async write(actor: Actor, level: LevelId, input: WriteCells): Promise<WrittenCells> {
      const cells = mergeRows(input.cells)
      const catalogue = await fields.catalogue(actor.tenantId, level)
      const forms = await read(actor, level, { ...input, cells })
      const rows = cells.map((asked, at) => openRow(asked, forms[at] as ReadForm, catalogue))
      const stale: Stale[] = []
      const act = { action: 'edit', at: records.now() } as const
      const { changeSetId, results } = await records.write(actor, level, act, async (context, tx) => {
        await settle(tx, context, rows, stale)
        return rows.filter(isOpen).map(changeOf)
      })
      await nameChangers(actor, catalogue, stale)
      // Two rows of one call may clash with each other, which only the last plan sees.
      for (const { recordId, problems } of results) {
        const row = rows.find(({ id }) => id === recordId) as CellRow
        for (const problem of problems) refuse(row, problem, catalogue)
      }
      return answerOf(changeSetId, rows, results)
    },
  }
}

export type CellService = ReturnType<typeof createCellService>
