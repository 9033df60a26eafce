import { may, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RemovalNeighbours } from './stage-removal.service.ts'
import { countInStage, findRemovalOf, type Removal } from './stage-removal.store.ts'
import { refuseTarget } from './stage-removal.target.ts'

function refuse(actor: Actor, { finishedAt }: Removal): void {
  if (!may(actor, 'lifecycle.administer')) {
    const message = 'Only administrators can restore or delete lifecycle stages.'
    throw new AppError('forbidden', 'lifecycle.administer', message)
  }
  if (!finishedAt) {
    const message = 'The stage is still being deleted. Undo it when all its records have moved.'
    throw new AppError('conflict', 'lifecycle.closing', message)
  }
}

/** What the undo of a deletion does beside moving records: the stage comes back, or goes once more. */
export function createRemovalUndo(platform: Platform, { audit, lifecycle, ledger }: RemovalNeighbours) {
  async function find(tx: Tx, tenantId: number, changeSetId: number) {
    const root = await ledger.findRoot(tx, tenantId, changeSetId)
    const removal = await findRemovalOf(tx, tenantId, root.changeSetId)
    // The undo of an undo deletes, the undo of that brings back.
    return removal && { removal, brings: root.undos % 2 === 0 }
  }

  async function nameOf(tenantId: number, stageId: number): Promise<string> {
    const name = (await lifecycle.stages(tenantId)).named.get(stageId)?.displayName ?? ''
    return name.replace(/ \(deleted\)$/, '')
  }

  async function tell(tx: Tx, actor: Actor, stageId: number, brings: boolean): Promise<void> {
    const name = await nameOf(actor.tenantId, stageId)
    await audit.write(tx, actor.tenantId, {
      action: brings ? 'lifecycle_stage.restored' : 'lifecycle_stage.deleted',
      summary: `${brings ? 'Restored' : 'Deleted again'} the lifecycle stage “${name}”`,
      actor,
      subject: { kind: 'lifecycle_stage', id: stageId, name },
    })
  }

  return {
    /** Opens the stage before its records come back, or closes it before they leave. */
    async prepare(tx: Tx, actor: Actor, { changeSetId }: { changeSetId: number }) {
      const { tenantId } = actor
      const found = await find(tx, tenantId, changeSetId)
      if (!found) return undefined
      const { removal, brings } = found
      refuse(actor, removal)
      if (brings) await lifecycle.closing.bringBack(tx, tenantId, removal.stageId)
      else {
        await lifecycle.closing.closeAgain(tx, tenantId, removal.stageId, platform.clock.now())
        await refuseTarget(tx, tenantId, removal.stageId, await nameOf(tenantId, removal.stageId))
      }
      await tell(tx, actor, removal.stageId, brings)
      return () => lifecycle.forget(tenantId)
    },

    /** Deletes a stage again whose records have left; one with others in it stays. */
    async follow(tx: Tx, { tenantId }: Actor, { changeSetId }: { changeSetId: number }): Promise<void> {
      const found = await find(tx, tenantId, changeSetId)
      if (!found || found.brings) return
      const { stageId } = found.removal
      if ((await countInStage(tx, tenantId, stageId)) > 0)
        await lifecycle.closing.bringBack(tx, tenantId, stageId)
      else await lifecycle.closing.removeClosed(tx, tenantId, stageId, platform.clock.now())
    },
  }
}
