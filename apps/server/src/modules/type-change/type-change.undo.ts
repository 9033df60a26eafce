import { may, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { holdRunners } from '../bulk/index.ts'
import { withDataType } from '../field/index.ts'
import type { Kept, UndoAct } from '../ledger/index.ts'
import { findRecordNames, openChangeSet } from '../record/index.ts'
import { openConverter } from './type-change.converter.ts'
import type { TypeChangeNeighbours, TypeChangeService } from './type-change.service.ts'
import { findChangeOf } from './type-change.store.ts'
import { convertValues, keptOf, restoreValues } from './type-change.writing.ts'

/** Names of what an undo kept that are given; there may be as many as records. */
const mostKept = 1000

/** Takes a change of a type back: the type, the values as they were, and those edited since converted back. */
export function createTypeChangeUndo(
  platform: Platform,
  neighbours: TypeChangeNeighbours,
  changes: TypeChangeService,
) {
  const { fields, ledger, audit } = neighbours

  async function find(tx: Tx, tenantId: number, changeSetId: number) {
    const root = await ledger.findRoot(tx, tenantId, changeSetId)
    const change = await findChangeOf(tx, tenantId, root.changeSetId)
    if (!change) return undefined
    const [was, will] = [change.toType, change.fromType]
    // The undo of an undo changes the type once more.
    const [from, to] = root.undos % 2 === 0 ? [was, will] : [will, was]
    return { fieldId: change.fieldId, from, to }
  }

  return async function restore(tx: Tx, actor: Actor, act: UndoAct) {
    const { tenantId } = actor
    const found = await find(tx, tenantId, act.undoOf)
    if (!found) return undefined
    const { fieldId, from, to } = found
    if (!may(actor, 'field.administer')) {
      throw new AppError(
        'forbidden',
        'field.administer',
        'Only administrators can change the type of a field.',
      )
    }
    const { level, field } = await changes.findPlace(tenantId, fieldId)
    if (field.dataType !== from) {
      const message = `The type of "${field.displayName}" was changed again since. Undo that change first.`
      throw new AppError('conflict', 'field.type_changed', message)
    }
    if (!(await holdRunners(tx, tenantId))) {
      const message = 'An import is running. Undo this when it has finished.'
      throw new AppError('conflict', 'undo.at_work', message)
    }
    await changes.check(actor, fieldId, { dataType: to })
    const changeSetId = await openChangeSet(tx, { ...act, actor }, { level, records: 0 })
    const opened = { ...act, actor, changeSetId }
    const place = { tenantId, level, key: field.key }
    await fields.setType(tx, tenantId, fieldId, { dataType: to, changeSetId })
    const undone = await restoreValues(tx, opened, place, act.undoOf)
    const converter = await openConverter(neighbours, actor, {
      level,
      from: withDataType(field, from),
      to,
      form: {},
    })
    const kept: Omit<Kept, 'name'>[] = []
    await convertValues(tx, opened, {
      place,
      converter,
      isRest: true,
      report: async (_progress, window) => {
        kept.push(...keptOf(field, window).slice(0, mostKept - kept.length))
      },
    })
    const names = await findRecordNames(
      tx,
      actor,
      kept.map(({ id }) => id),
    )
    await audit.write(tx, tenantId, {
      action: 'field.type_restored',
      summary: `Restored the type of the field “${field.displayName}”`,
      actor,
      subject: { kind: 'field', id: fieldId, name: field.displayName },
      details: { from, to, changeSetId },
    })
    return {
      undone,
      kept: kept.map((one): Kept => ({ ...one, name: names.get(one.id) ?? '' })),
      changeSetId,
      after: async () => {
        await fields.forget(tenantId)
        await fields.dropIndexes(tenantId, fieldId)
      },
    }
  }
}
