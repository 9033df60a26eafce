import { scenarioStatusId } from '@steward/contracts/plain/scenario'
import type { ScenarioChanges } from '@steward/contracts/scenario/execution'
import { finishing, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { addJob, keysInHand, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Scenarios } from '../scenario-management/index.ts'
import { countChanges, listUndoable } from './record.read-model.ts'

export const undoTask = 'scenario.undo'

const listed = 100

interface Payload {
  tenantId: number
  userId: number
  scenarioId: number
  since: string
  /** The next change that is undone, or an earlier one. */
  upTo: number
}

const keyOf = (tenantId: number, scenarioId: number): string => `${undoTask}:${tenantId}:${scenarioId}`

const unstopped = new Set([scenarioStatusId('active'), scenarioStatusId('paused')])

/** Undoes what a scenario changed from some time on, the latest change first, each as any other undo. */
export function createUndoing(
  { database }: Platform,
  { scenarios, ledger }: { scenarios: Scenarios; ledger: Pick<Ledger, 'undo'> },
) {
  async function find({ tenantId }: Actor, scenarioId: number) {
    const found = await scenarios.findIn(database.tenant(tenantId), tenantId, scenarioId)
    if (!found) throw notFound('scenario.unknown', 'This scenario no longer exists.')
    return found
  }

  async function changes(actor: Actor, scenarioId: number, since: Date): Promise<ScenarioChanges> {
    await find(actor, scenarioId)
    const { tenantId } = actor
    const { changeSets, undone } = await countChanges(database.tenant(tenantId), {
      tenantId,
      scenarioId,
      since,
    })
    const key = keyOf(tenantId, scenarioId)
    return { changeSets, undone, undoing: (await keysInHand(database.owner, [key])).has(key) }
  }

  /** One that can't be undone, such as one that was forgotten, is passed over. */
  async function undoOne(actor: Actor, changeSetId: number): Promise<void> {
    try {
      await ledger.undo(actor, changeSetId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  const undoAll: Task = async (payload, { signal }) => {
    const { tenantId, userId, scenarioId, since, upTo } = payload as Payload
    const db = database.tenant(tenantId)
    const actor = finishing({ tenantId, userId })
    const ids = await listUndoable(db, { tenantId, scenarioId, since: new Date(since) }, upTo, listed)
    let next = 0
    for (const changeSetId of ids) {
      if (signal.aborted) break
      await undoOne(actor, changeSetId)
      await progressed()
      next = changeSetId - 1
      await yieldToCalls()
    }
    if (ids.length < listed && !signal.aborted) return
    const rest = { ...(payload as Payload), upTo: next === 0 ? upTo : next }
    await addJob(db, { task: undoTask, payload: rest, key: keyOf(tenantId, scenarioId) })
  }

  return {
    undoAll,
    changes,

    /** Errors: not_found; conflict `scenario.active` while it could go on changing. */
    async undo(actor: Actor, scenarioId: number, since: Date): Promise<ScenarioChanges> {
      const { tenantId, userId } = actor
      const { status } = await find(actor, scenarioId)
      if (unstopped.has(status)) {
        const message = 'This scenario is active. Deactivate it before you undo what it did.'
        throw new AppError('conflict', 'scenario.active', message)
      }
      await transact(database.tenant(tenantId), async (tx) => {
        const { last } = await countChanges(tx, { tenantId, scenarioId, since })
        if (last === null) return
        const payload: Payload = { tenantId, userId, scenarioId, since: since.toISOString(), upTo: last }
        await addJob(tx, { task: undoTask, payload, key: keyOf(tenantId, scenarioId) })
      })
      return changes(actor, scenarioId, since)
    },
  }
}

export type Undoing = ReturnType<typeof createUndoing>
