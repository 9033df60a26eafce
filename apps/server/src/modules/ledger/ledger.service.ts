import type { LevelId } from '@steward/contracts/level'
import type { z } from 'zod'
import type {
  changeSetSchema,
  HistoryEntry,
  historyQuery,
  restoreValueSchema,
  Undone,
} from '@steward/contracts/record-history'
import { roleIds } from '@steward/contracts/permission'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  changeKinds,
  countChanges,
  findChangeSet,
  findNames,
  readHistory,
  type ChangeSetRow,
  type HistoryRow,
} from './ledger.read-model.ts'
import { markUndone, type Records, type WrittenRecord } from '../record/index.ts'
import { listChangedSince, readPast } from './ledger.past.read-model.ts'
import { undoWindow, type Kept, type UndoAct, type UndoWindow } from './ledger.undo.ts'
import { changesOf, namedRecords, type Wording } from './ledger.wording.ts'

type HistoryQuery = z.output<typeof historyQuery>
type RestoreValue = z.output<typeof restoreValueSchema>
type ChangeSetBody = z.input<typeof changeSetSchema>

/** The modules below, from which the ledger takes names and does its work. */
export interface LedgerNeighbours {
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  currency: CurrencyService
  records: Records
}

/** What follows from an undo, in its transaction: `undoneBy` is the change set that put things back. */
export type UndoneHook = (
  tx: Tx,
  actor: Actor,
  act: { changeSetId: number; undoneBy: number },
) => Promise<void>

/** Records put back by one round of statements. */
const undoWindowSize = 2000

export function createLedgerService(platform: Platform, neighbours: LedgerNeighbours) {
  const { records } = neighbours
  const undoneHooks: UndoneHook[] = []

  async function by(actor: Actor, userId: number | null): Promise<{ id: number | null; name: string }> {
    const { byId } = await neighbours.users.directory(actor.tenantId)
    return { id: userId, name: userId === null ? 'Steward' : (byId.get(userId)?.name ?? 'Somebody') }
  }

  async function wordingOf(
    actor: Actor,
    rows: readonly HistoryRow[],
    catalogue: Catalogue,
  ): Promise<Wording> {
    const { tenantId } = actor
    const db = platform.database.tenant(tenantId)
    const [users, stages, currencies, named] = await Promise.all([
      neighbours.users.directory(tenantId),
      neighbours.lifecycle.stages(tenantId),
      neighbours.currency.definitions(tenantId),
      findNames(db, tenantId, namedRecords(rows, catalogue)),
    ])
    const byCurrency = new Map(currencies.map((currency) => [currency.currencyDefinitionId, currency]))
    return { users: users.byId, stages: stages.byId, records: named, currencies: byCurrency }
  }

  async function history(
    actor: Actor,
    level: LevelId,
    recordId: number,
    options: HistoryQuery,
  ): Promise<{ data: HistoryEntry[]; hasMore: boolean }> {
    await records.read(actor, level, recordId)
    const catalogue = await neighbours.fields.catalogue(actor.tenantId, level)
    const field = options.field === undefined ? undefined : catalogue.find(options.field)
    if (options.field !== undefined && !field) {
      throw invalid('history.field', { field: `There is no field "${options.field}" at this level.` })
    }
    const db = platform.database.tenant(actor.tenantId)
    const rows = await readHistory(db, actor.tenantId, recordId, {
      key: field?.key ?? null,
      before: options.before ?? null,
      limit: options.limit + 1,
    })
    const page = rows.slice(0, options.limit)
    const wording = await wordingOf(actor, page, catalogue)
    const data = await Promise.all(
      page.map(async (row) => ({
        changeSetId: row.change_set_id,
        at: row.at.toISOString(),
        by: await by(actor, row.actor_id),
        source: row.source,
        action: row.action,
        kind: changeKinds[row.kind],
        undoneBy: row.undone_by,
        changes: changesOf(row, catalogue, wording).filter((change) => !field || change.field === field.name),
      })),
    )
    return { data, hasMore: rows.length > page.length }
  }

  /** Puts one value back to what it was before a change set. */
  async function restoreValue(
    actor: Actor,
    level: LevelId,
    recordId: number,
    input: RestoreValue,
  ): Promise<WrittenRecord> {
    await records.read(actor, level, recordId)
    const catalogue = await neighbours.fields.catalogue(actor.tenantId, level)
    const field = catalogue.find(input.field)
    if (!field) throw invalid('history.field', { field: `There is no field "${input.field}" at this level.` })
    if (field.calculated)
      throw invalid('history.calculated', { field: `${field.displayName} is calculated.` })
    const db = platform.database.tenant(actor.tenantId)
    const rows = await readHistory(db, actor.tenantId, recordId, {
      key: field.key,
      before: input.changeSetId + 1,
      limit: 1,
    })
    const row = rows[0]
    if (row?.change_set_id !== input.changeSetId || !row.after || !(field.key in row.after)) {
      throw notFound('history.unknown', `This change did not touch ${field.displayName}.`)
    }
    return records.setOne(actor, level, 'restoreValue', recordId, {
      [field.key]: row.before?.[field.key] ?? null,
    })
  }

  async function readSet(actor: Actor, changeSetId: number): Promise<ChangeSetRow> {
    const db = platform.database.tenant(actor.tenantId)
    const found = await findChangeSet(db, actor.tenantId, changeSetId)
    if (!found || !mayHandle(actor, found)) throw notFound('change_set.unknown', 'There is no such change.')
    return found
  }

  async function changeSet(actor: Actor, changeSetId: number): Promise<ChangeSetBody> {
    const row = await readSet(actor, changeSetId)
    const db = platform.database.tenant(actor.tenantId)
    return {
      changeSetId: row.change_set_id,
      at: row.at.toISOString(),
      by: await by(actor, row.actor_id),
      source: row.source,
      action: row.action,
      records: await countChanges(db, actor.tenantId, changeSetId),
      undoneBy: row.undone_by,
      undoOf: row.undo_of,
    }
  }

  /** Undoes a change set at once. Imports, which may be of any size, are undone by their job. */
  async function undo(actor: Actor, changeSetId: number): Promise<Undone> {
    const row = await readSet(actor, changeSetId)
    if (row.action === 'import') {
      throw new AppError('conflict', 'undo.import', 'Undo an import from the import history.')
    }
    if (row.action === 'calculate') {
      const message = 'Steward calculated these values. Undo the change that they follow from.'
      throw new AppError('conflict', 'undo.calculated', message)
    }
    return transact(platform.database.tenant(actor.tenantId), async (tx) => {
      const locked = await findChangeSet(tx, actor.tenantId, changeSetId, true)
      if (locked?.undone_by) {
        throw new AppError('conflict', 'undo.done', 'This change has already been undone.')
      }
      const { undone, kept, changeSetId: undoneBy } = await undoAll(tx, actor, changeSetId)
      if (undoneBy !== null) await markUndone(tx, actor.tenantId, changeSetId, undoneBy)
      if (locked?.undo_of) await markUndone(tx, actor.tenantId, locked.undo_of, null)
      if (undoneBy !== null) {
        for (const follow of undoneHooks) await follow(tx, actor, { changeSetId, undoneBy })
      }
      return { changeSetId: undoneBy, undone, kept: await namesOfKept(actor, kept) }
    })
  }

  /** Undoes window after window in one transaction and one change set. */
  async function undoAll(tx: Tx, actor: Actor, changeSetId: number): Promise<Omit<UndoWindow, 'next'>> {
    const act: UndoAct = { source: 'undo', action: 'undo', at: platform.clock.now(), undoOf: changeSetId }
    const contextOf = (level: LevelId) => records.context(tx, actor, level)
    const sum: Omit<UndoWindow, 'next'> = { undone: 0, kept: [], changeSetId: null }
    for (let below: number | null | undefined; below !== null;) {
      const window = await undoWindow(tx, contextOf, act, actor.tenantId, below ?? null, undoWindowSize)
      sum.undone += window.undone
      sum.kept.push(...window.kept)
      sum.changeSetId = window.changeSetId
      if (window.changeSetId !== null) act.changeSetId = window.changeSetId
      below = window.next
    }
    return sum
  }

  /** Kept keys, as people know the fields. */
  async function namesOfKept(actor: Actor, kept: readonly Kept[]): Promise<Undone['kept']> {
    const catalogues = await Promise.all(
      ([1, 2, 3, 4] as const).map((level) => neighbours.fields.catalogue(actor.tenantId, level)),
    )
    const labelOf = (key: string) =>
      catalogues.map((catalogue) => catalogue.byKey(key)?.displayName).find(Boolean) ?? key
    return kept.map(({ id, name, keys, message }) => ({ id, name, fields: keys.map(labelOf), message }))
  }

  return {
    history,
    restoreValue,
    changeSet,
    undo,
    namesOfKept,
    /** Whoever keeps something that an act did beside its records takes that back when the act is undone. */
    registerUndone: (follow: UndoneHook) => void undoneHooks.push(follow),
    /** What records were at an instant, where they are something else now. */
    past: (tenantId: number, recordIds: readonly number[], since: Date) =>
      readPast(platform.database.tenant(tenantId), tenantId, recordIds, since),
    /** The ids of records of a level that changed since an instant, at most `limit`. */
    changedSince: (tenantId: number, level: LevelId, since: Date, limit: number) =>
      listChangedSince(platform.database.tenant(tenantId), tenantId, level, since, limit),
  }
}

/** A Normal User handles their own acts; managers and administrators any. */
function mayHandle(actor: Actor, row: ChangeSetRow): boolean {
  return actor.roleId !== roleIds.normalUser || row.actor_id === actor.userId
}

export type LedgerService = ReturnType<typeof createLedgerService>
