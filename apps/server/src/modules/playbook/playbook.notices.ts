import { doneInstanceStatuses } from '@steward/contracts/plain/playbook'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DueHandler } from '../../platform/schedule/schedule.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Notifications } from '../notification/index.ts'
import type { Instance } from './instance.state.ts'
import { lockInstances } from './instance.store.ts'
import { readSubjects } from './instance.list.sql.ts'

const subject = 'playbookInstance'

/** Tells owners of playbooks that were given to them, and of those that are due. */
export function createNotify(platform: Platform, notifications: Notifications) {
  notifications.registerKind({
    name: 'playbook.assigned',
    category: 'playbook',
    preference: 'newPlaybooksAssignedToYou',
    text: ({ by, name, count }) =>
      count > 1 ? `${by} gave you ${count} playbooks` : `${by} gave you the playbook ${name}`,
  })
  notifications.registerKind({
    name: 'playbook.due',
    category: 'playbook',
    preference: 'dueDateOfYourPlaybooks',
    text: ({ name }) => `The playbook ${name} is due today`,
  })
  notifications.registerSubject(subject, (db: Db | Tx, actor: Actor, asked) =>
    readSubjects(
      db,
      actor,
      asked.map(({ subjectId }) => subjectId),
    ),
  )

  /** One notification per owner, however many instances an operation gives them. */
  async function assigned(
    tx: Tx,
    tenantId: number,
    instances: readonly Instance[],
    by: number | null,
    at: Date,
  ): Promise<void> {
    const owned = Map.groupBy(
      instances.filter(({ state }) => state.ownerId !== null),
      ({ state }) => state.ownerId as number,
    )
    const notices = [...owned].flatMap(([recipient, some]) => {
      const [first] = some
      if (!first) return []
      return [
        {
          recipient,
          kind: 'playbook.assigned',
          subject: { kind: subject, id: first.instanceId },
          count: some.length,
          actor: by,
          at,
        },
      ]
    })
    if (notices.length > 0) await notifications.notify(tx, tenantId, notices)
  }

  /** Notifies the owner of an instance that is due and still runs. */
  const due: DueHandler = async (tenantId, { payload, dueAt }) => {
    const { instanceId, dueDate } = payload as { instanceId: number; dueDate: string }
    await transact(platform.database.tenant(tenantId), async (tx) => {
      const [instance] = await lockInstances(tx, tenantId, [instanceId])
      if (!instance || instance.state.dueDate !== dueDate || instance.state.ownerId === null) return
      if (doneInstanceStatuses.includes(instance.state.status)) return
      await notifications.notify(tx, tenantId, [
        {
          recipient: instance.state.ownerId,
          kind: 'playbook.due',
          subject: { kind: subject, id: instanceId },
          apart: dueDate,
          actor: null,
          at: dueAt,
        },
      ])
    })
  }

  return { assigned, due }
}

export type Notify = ReturnType<typeof createNotify>
