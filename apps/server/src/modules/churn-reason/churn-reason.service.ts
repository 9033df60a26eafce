import type { ChurnReason, PutChurnReasons } from '@steward/contracts/churn-reason'
import type { PicklistOption } from '@steward/contracts/value'
import { may, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { FieldService } from '../field/index.ts'
import { firstReasons, optionsOf, planReasons, treeOf } from './churn-reason.rules.ts'
import { deleteReasons, listReasons, lockReasons, putReasons } from './churn-reason.store.ts'

/** How many records hold each reason, by its id; reasons that none holds may be absent. */
export type CountHolders = (db: Db | Tx, tenantId: number) => Promise<ReadonlyMap<number, number>>

/** Gives a new tenant the reasons it begins with. */
export async function seedReasons(tx: Tx, tenantId: number): Promise<void> {
  await putReasons(tx, tenantId, planReasons([], { reasons: firstReasons }, new Set()).reasons)
}

/** The reasons as options of the field that holds them. */
export async function readOptions(db: Db, tenantId: number): Promise<PicklistOption[]> {
  return optionsOf(await listReasons(db, tenantId))
}

const noHolders: CountHolders = async () => new Map()

/** Why customers leave: a tree of two levels, which an administrator writes. */
export function createChurnReasonService(platform: Platform, audit: AuditService, fields: FieldService) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  let countHolders = noHolders

  async function list(actor: Actor, withRecords = true): Promise<ChurnReason[]> {
    const db = dbOf(actor)
    // Anyone who sees only their own records is not given the totals of all.
    const isTold = withRecords && may(actor, 'field.administer')
    const [reasons, records] = await Promise.all([
      listReasons(db, actor.tenantId),
      isTold ? countHolders(db, actor.tenantId) : new Map<number, number>(),
    ])
    return treeOf(reasons, records)
  }

  async function write(tx: Tx, actor: Actor, input: PutChurnReasons): Promise<void> {
    const { tenantId } = actor
    await lockReasons(tx, tenantId)
    const held = new Set((await countHolders(tx, tenantId)).keys())
    const stored = await listReasons(tx, tenantId)
    const { reasons, deleted, kept, faults } = planReasons(stored, input, held)
    if (Object.keys(faults).length > 0) throw invalid('churn_reason.invalid', faults)
    await putReasons(tx, tenantId, reasons)
    await deleteReasons(
      tx,
      tenantId,
      deleted.map(({ reasonId }) => reasonId),
    )
    await audit.write(tx, tenantId, {
      action: 'churn_reason.changed',
      summary: 'Changed the churn reasons',
      actor,
      details: {
        before: optionsOf(stored).map(({ value }) => value),
        after: optionsOf(await listReasons(tx, tenantId)).map(({ value }) => value),
        deleted: deleted.map(({ name }) => name),
        retired: kept.map(({ name }) => name),
      },
    })
  }

  return {
    /** The tree, with how many records of the company hold each reason where that is asked and allowed, else 0. */
    list,

    /** Makes the reasons what the tree says. Error: invalid_input `churn_reason.invalid` at the path. */
    async put(actor: Actor, input: PutChurnReasons): Promise<ChurnReason[]> {
      await transact(dbOf(actor), (tx) => write(tx, actor, input))
      await fields.forget(actor.tenantId)
      return list(actor)
    },

    /** Anyone who keeps records says how many hold each reason. */
    registerCount(count: CountHolders): void {
      countHolders = count
    },
  }
}

export type ChurnReasonService = ReturnType<typeof createChurnReasonService>
