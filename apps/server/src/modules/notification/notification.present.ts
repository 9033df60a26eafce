import type { Notification } from '@steward/contracts/notification'
import type { UserDirectory } from '../user-management/index.ts'
import type { NotificationRow } from './notification.read-model.ts'
import type { Registry, Subject } from './notification.registry.ts'

/** The name of the actor in the sentence. */
function byOf(row: NotificationRow, users: UserDirectory): string {
  const via = row.payload['via']
  const name = row.lastActor === null ? undefined : users.byId.get(row.lastActor)?.name
  const last = name ?? (typeof via === 'string' ? via : 'Steward')
  return row.count > 1 && row.firstActor !== row.lastActor ? `${last} and others` : last
}

/** A notification as the API sends it; the subject is what the reader may see of it. */
export function presentNotification(
  row: NotificationRow,
  subject: Subject,
  users: UserDirectory,
  registry: Registry,
): Notification {
  const actor = row.lastActor === null ? undefined : users.byId.get(row.lastActor)
  const told = { by: byOf(row, users), count: row.count, name: subject.name ?? '', payload: row.payload }
  return {
    id: row.id,
    category: row.category,
    kind: row.kind,
    isSeen: row.isSeen,
    count: row.count,
    text: registry.kindOf(row.kind)?.text(told) ?? '',
    actor: actor ? { id: actor.userId, name: actor.name } : null,
    subject: { kind: row.subjectKind, id: row.subjectId, ...subject },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
