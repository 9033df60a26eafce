import type { LevelId } from '@steward/contracts/level'
import type { z } from 'zod'
import type { changeSetSchema, Undone } from '@steward/contracts/record-history'
import { roleIds } from '@steward/contracts/plain/permission'
import { seeingAll, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  changeKinds,
  countChanges,
  findChangeSet,
  findRoot,
  holdSet,
  type ChangeSetRow,
  type FoundChangeSet,
} from './ledger.read-model.ts'
import { forgetActs, lockChangeSet, markUndone, openChangeSet } from '../record/index.ts'
import { createItemUndo } from './ledger.item.ts'
import {
  insertItemChanges,
  listActsOfItems,
  listItemChanges,
  listItemChangesAmong,
  readItemHistory,
  readKeysSince,
  type ItemChange,
} from './ledger.item.store.ts'
import { createUndoHooks } from './ledger.hooks.ts'
import { createHistory, type LedgerNeighbours } from './ledger.history.service.ts'
import { createRecent } from './ledger.recent.service.ts'
import { listChangedSince, readPast } from './ledger.past.read-model.ts'
import { firstPlace, undoWindow, type Kept, type UndoAct, type UndoWindow } from './ledger.undo.ts'

type ChangeSetBody = z.input<typeof changeSetSchema>

function forgotten(): AppError {
  const message = 'This change is too old to be undone. Edit the records by hand.'
  return new AppError('conflict', 'undo.forgotten', message)
}

function checkUndoable(set: FoundChangeSet | undefined): void {
  if (set?.undone_by) throw new AppError('conflict', 'undo.done', 'This change has already been undone.')
  if (set?.forgotten_at) throw forgotten()
}

/** An act that has yet to begin ends when it is undone. */
async function isYetToBegin(tx: Tx, { tenantId }: Actor, changeSetId: number): Promise<boolean> {
  return (await countChanges(tx, tenantId, changeSetId)) === 0
}

const day = 24 * 3600 * 1000

/** Records put back by one round of statements. */
const undoWindowSize = 2000

/** The outcome of an undo; `hasItems` says whether it was about other items than records too. */
type Undoing = Omit<UndoWindow, 'next'> & { hasItems?: boolean }

/** Tells the history of records, and undoes acts. */
export function createLedgerService(platform: Platform, neighbours: LedgerNeighbours) {
  const { records } = neighbours
  const { originOf, history, restoreValue } = createHistory(platform, neighbours)
  const hooks = createUndoHooks()
  const items = createItemUndo()

  async function readSet(actor: Actor, changeSetId: number): Promise<ChangeSetRow> {
    const db = platform.database.tenant(actor.tenantId)
    const found = await findChangeSet(db, actor.tenantId, changeSetId)
    if (!found || !mayHandle(actor, found))
      throw notFound('change_set.unknown', 'This change does not exist.')
    return found
  }

  async function changeSet(actor: Actor, changeSetId: number): Promise<ChangeSetBody> {
    const row = await readSet(actor, changeSetId)
    const db = platform.database.tenant(actor.tenantId)
    return {
      changeSetId: row.change_set_id,
      at: row.at.toISOString(),
      ...(await originOf(actor, row)),
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
    if (row.action === 'calculate' || row.action === 'score') {
      const message = 'Steward calculated these values. Undo the change that caused them.'
      throw new AppError('conflict', 'undo.calculated', message)
    }
    const afterwards: (() => Promise<void>)[] = []
    const done = await transact(platform.database.tenant(actor.tenantId), async (tx) => {
      await lockChangeSet(tx, actor.tenantId, changeSetId)
      const locked = await findChangeSet(tx, actor.tenantId, changeSetId)
      checkUndoable(locked)
      afterwards.push(...(await hooks.prepare(tx, actor, { changeSetId })))
      const restored = await hooks.restore(tx, actor, undoAct(changeSetId))
      if (restored) afterwards.push(restored.after)
      const undoing: Undoing = restored ?? (await undoAll(tx, actor, changeSetId))
      const { undone, kept, hasItems = false, changeSetId: written } = undoing
      const isAct = afterwards.length > 0 || (!hasItems && (await isYetToBegin(tx, actor, changeSetId)))
      const undoneBy =
        written ??
        (isAct ? await openChangeSet(tx, { ...undoAct(changeSetId), actor }, { level: 1, records: 0 }) : null)
      if (undoneBy !== null) {
        if (locked?.undo_of) await markUndone(tx, actor.tenantId, locked.undo_of, null)
        await markUndone(tx, actor.tenantId, changeSetId, undoneBy)
        await hooks.follow(tx, actor, { changeSetId, undoneBy })
      }
      return { changeSetId: undoneBy, undone, kept: await namesOfKept(actor, kept) }
    })
    for (const after of afterwards) await after()
    return done
  }

  const undoAct = (changeSetId: number): UndoAct => ({
    source: 'undo',
    action: 'undo',
    at: platform.clock.now(),
    undoOf: changeSetId,
  })

  /** Undoes window after window in one transaction and one change set. */
  async function undoAll(tx: Tx, actor: Actor, changeSetId: number): Promise<Undoing> {
    const act = undoAct(changeSetId)
    const undoer = { actor, contextOf: (level: LevelId) => records.context(tx, actor, level) }
    const subjects = await items.subjectsOf(tx, actor.tenantId, changeSetId)
    const removed = await items.removeCreated(tx, actor, act, subjects)
    const sum = { undone: removed.undone, kept: removed.kept, hasItems: subjects.length > 0 }
    // The windows take records kind by kind, against the order in which others take them.
    await holdSet(tx, actor.tenantId, changeSetId)
    for (let place: UndoWindow['next'] = firstPlace; place !== null;) {
      const window: UndoWindow = await undoWindow(tx, undoer, act, place, undoWindowSize)
      sum.undone += window.undone
      sum.kept.push(...window.kept)
      if (window.changeSetId !== null) act.changeSetId = window.changeSetId
      place = window.next
    }
    const back = await items.putBack(tx, actor, act, subjects)
    sum.undone += back.undone
    sum.kept.push(...back.kept)
    return { ...sum, changeSetId: act.changeSetId ?? null }
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
    ...createRecent(platform, { originOf, items }),
    history,
    restoreValue,
    changeSet,
    undo,
    namesOfKept,
    /** Forgets what was done to tasks, plans and the like that are gone with their records: it can't be undone. */
    async forgetGone(actor: Actor): Promise<void> {
      const { tenantId } = actor
      const db = platform.database.tenant(tenantId)
      const gone = await items.findGone(db, seeingAll(actor))
      await transact(db, async (tx) =>
        forgetActs(tx, tenantId, await listActsOfItems(tx, tenantId, gone), platform.clock.now()),
      )
    },
    ...hooks.registering,
    /** Modules with items other than records register how to restore them. */
    registerSubject: items.register,
    /** Writes what an operation did to items, in its transaction. */
    writeItems: (
      tx: Tx,
      tenantId: number,
      changeSetId: number,
      subject: string,
      changes: readonly ItemChange[],
    ): Promise<void> => insertItemChanges(tx, tenantId, changeSetId, subject, changes),
    /** The changes that an operation made to items of a kind, in the order of their ids. */
    itemChanges: (
      tenantId: number,
      changeSetId: number,
      subject: string,
      page: { after: number; limit: number },
    ): Promise<ItemChange[]> =>
      listItemChanges(platform.database.tenant(tenantId), tenantId, changeSetId, subject, page),
    /** The changes that some operations made to items of a kind, in the order of both. */
    itemChangesAmong: (
      tenantId: number,
      subject: string,
      changeSetIds: readonly number[],
      page: Parameters<typeof listItemChangesAmong>[4],
    ) => listItemChangesAmong(platform.database.tenant(tenantId), tenantId, subject, changeSetIds, page),
    /** Which keys of an item were changed after a version of it. */
    itemKeysSince: (
      tx: Tx,
      tenantId: number,
      subject: string,
      itemId: number,
      version: number,
    ): Promise<string[]> => readKeysSince(tx, tenantId, subject, itemId, version),
    /** The changes of items that belong together, with their authors, newest first. */
    async itemHistory(
      actor: Actor,
      of: readonly { subject: string; itemId: number }[],
      page: { before: number | null; limit: number },
    ) {
      const { tenantId } = actor
      const db = platform.database.tenant(tenantId)
      const rows = await readItemHistory(db, tenantId, of, page)
      return Promise.all(
        rows.map(async (row) => ({
          changeSetId: row.change_set_id,
          at: row.at.toISOString(),
          ...(await originOf(actor, row)),
          action: row.action,
          kind: changeKinds[row.kind],
          undoneBy: row.undone_by,
          before: row.before ?? {},
          after: row.after ?? {},
        })),
      )
    },
    /** The act that was first done, where undos were undone, and by how many of these this one stands after it. */
    findRoot: (tx: Tx, tenantId: number, changeSetId: number) => findRoot(tx, tenantId, changeSetId),
    /** Throws conflict `undo.forgotten` where what an act changed is not known any more. */
    async checkRemembered(tx: Tx, tenantId: number, changeSetId: number): Promise<void> {
      if ((await findChangeSet(tx, tenantId, changeSetId))?.forgotten_at) throw forgotten()
    },
    /** Since when it is known what records were; undefined: since they are. */
    horizon(): Date | undefined {
      const { ledger } = platform.config.keptDays
      return ledger === undefined ? undefined : new Date(platform.clock.now().getTime() - ledger * day)
    },
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
