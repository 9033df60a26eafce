import type { ChangeInstances, ChangedInstances } from '@steward/contracts/playbook/instance'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Act } from '../record/index.ts'
import type { Belongings } from '../user-management/index.ts'
import { changeInstances } from './instance.door.ts'
import { countOwned, listOwned, listSeen } from './instance.list.sql.ts'
import type { InstanceService } from './instance.service.ts'
import type { Instance } from './instance.state.ts'
import { lockInstances } from './instance.store.ts'
import type { Notify } from './playbook.notices.ts'

export interface ManyNeighbours {
  ledger: Ledger
  notify: Notify
  instances: Pick<InstanceService, 'endOne' | 'checkOwner'>
}

/** Instances that are handed over by one round of statements. */
const batchSize = 500

const unseen = "It doesn't exist, or you can't see it."
const runsAgain = 'This playbook runs on the record again already.'

/** Changes of many instances at once, as one operation with one undo. */
export function createManyInstances(platform: Platform, { ledger, notify, instances }: ManyNeighbours) {
  /** Gives locked instances to a user. Answers those that had another owner. */
  async function give(tx: Tx, actor: Actor, act: Act, given: readonly Instance[], ownerId: number) {
    const moved = given.filter(({ state }) => state.ownerId !== ownerId)
    const changes = moved.map((instance) => ({ instance, after: { ...instance.state, ownerId } }))
    const changeSetId = await changeInstances(tx, ledger, actor, act, changes)
    return { changeSetId, moved: changes.map(({ instance, after }) => ({ ...instance, state: after })) }
  }

  const belongings: Belongings = {
    async count(tenantId, userId) {
      return [
        { kind: 'playbooks', count: await countOwned(platform.database.tenant(tenantId), tenantId, userId) },
      ]
    },
    async handOver(tx, actor, from, to) {
      const act: Act = { action: 'assign', at: platform.clock.now() }
      const all: Instance[] = []
      for (let ids: number[]; (ids = await listOwned(tx, actor.tenantId, from, batchSize)).length > 0;) {
        const { changeSetId, moved } = await give(
          tx,
          actor,
          act,
          await lockInstances(tx, actor.tenantId, ids),
          to,
        )
        act.changeSetId ??= changeSetId ?? undefined
        all.push(...moved)
      }
      await notify.assigned(tx, actor.tenantId, all, userOf(actor), act.at)
      return { count: all.length, noun: 'playbook', byJob: false }
    },
  }

  /** Those that the actor sees are changed; the others are answered with the reason. */
  async function change(actor: Actor, input: ChangeInstances): Promise<ChangedInstances> {
    const { tenantId } = actor
    const { action, ownerId } = input
    if (ownerId !== undefined) await instances.checkOwner(tenantId, ownerId)
    const act: Act = { action, at: platform.clock.now() }
    return transact(platform.database.tenant(tenantId), async (tx) => {
      const seen = await listSeen(tx, actor, input.instanceIds)
      const found = await lockInstances(tx, tenantId, seen)
      const refused = input.instanceIds
        .filter((id) => found.every(({ instanceId }) => instanceId !== id))
        .map((id) => ({ id, message: unseen }))
      if (action === 'assign') {
        if (ownerId === undefined) return { changed: 0, unchanged: found.length, refused, changeSetId: null }
        const { changeSetId, moved } = await give(tx, actor, act, found, ownerId)
        await notify.assigned(tx, tenantId, moved, userOf(actor), act.at)
        return { changed: moved.length, unchanged: found.length - moved.length, refused, changeSetId }
      }
      let changed = 0
      let unchanged = 0
      for (const instance of found) {
        const outcome = await instances.endOne(tx, actor, act, instance, action)
        if (outcome === 'changed') changed += 1
        else if (outcome === 'unchanged') unchanged += 1
        else refused.push({ id: instance.instanceId, message: runsAgain })
      }
      return { changed, unchanged, refused, changeSetId: changed > 0 ? (act.changeSetId ?? null) : null }
    })
  }

  return { belongings, change }
}

export type ManyInstances = ReturnType<typeof createManyInstances>
