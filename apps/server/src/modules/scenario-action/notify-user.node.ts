import { notifyUserSettings, type NotifyUserSettings } from '@steward/contracts/scenario/action'
import type { Notifications } from '../notification/index.ts'
import { fillTitle } from '../playbook/index.ts'
import type {
  ActionType,
  Batch,
  Faults,
  NamedRecord,
  Outcome,
  Rehearsed,
} from '../scenario-management/index.ts'
import { namesOf, readNamed } from '../scenario-node/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'

export interface NotifyNeighbours {
  users: Pick<UserService, 'directory'>
  notifications: Notifications
}

const kind = 'scenario.notice'

const next: Outcome = { kind: 'next', branch: 'next' }
const noOne: Outcome = { kind: 'skip', reason: 'There is no one to notify.', branch: 'next' }

/** Who is notified about each record, and of what. */
function noticesOf(
  { settings, visits }: Batch<NotifyUserSettings>,
  records: ReadonlyMap<number, NamedRecord>,
  directory: UserDirectory,
) {
  const { recipient, text } = settings
  return new Map(
    visits.map(({ runId, recordId }) => {
      const record = records.get(recordId)
      const owners = record?.owners ?? []
      const chosen = { primaryOwner: owners.slice(0, 1), owners, user: [] }[recipient.rule]
      const ids = recipient.rule === 'user' ? [recipient.userId] : chosen
      const recipients = ids.filter((id) => directory.byId.get(id)?.assignable)
      const filled = record ? fillTitle(text, namesOf(record, directory)) : ''
      return [runId, { recordId, recipients: filled === '' ? [] : recipients, text: filled }]
    }),
  )
}

const idsOf = ({ visits }: Batch<unknown>): number[] => visits.map(({ recordId }) => recordId)

/** Notifies people of a record, in the drawer and by email as they prefer. */
export function notifyUserNode({ users, notifications }: NotifyNeighbours): ActionType<NotifyUserSettings> {
  notifications.registerKind({
    name: kind,
    category: 'entity',
    preference: null,
    text: ({ payload }) => String(payload['text']),
  })
  return {
    type: 'notifyUser',
    category: 'action',
    label: 'Notify User',
    settings: notifyUserSettings,
    async check(_, { tenantId }, { recipient }): Promise<Faults> {
      if (recipient.rule !== 'user') return {}
      const user = (await users.directory(tenantId)).byId.get(recipient.userId)
      if (user?.assignable) return {}
      const name = user?.name ?? `User ${recipient.userId}`
      return { 'recipient.userId': `${name} can't be notified. Choose someone else.` }
    },
    async rehearse(facts, batch) {
      const directory = await users.directory(batch.tenantId)
      const notices = noticesOf(batch, facts.named(idsOf(batch)), directory)
      return new Map(
        [...notices].map(([runId, { recipients, text }]): [number, Rehearsed] => {
          if (recipients.length === 0) return [runId, { outcome: noOne, effect: null }]
          const names = recipients.map((id) => directory.byId.get(id)?.name).join(', ')
          return [runId, { outcome: next, effect: `Notify ${names}: “${text}”.` }]
        }),
      )
    },
    async act(tx, batch) {
      const { tenantId, scenarioId, nodeKey, at } = batch
      const records = await readNamed(tx, tenantId, idsOf(batch))
      const notices = noticesOf(batch, records, await users.directory(tenantId))
      const outcomes = new Map<number, Outcome>()
      const all = [...notices].flatMap(([runId, { recordId, recipients, text }]) => {
        outcomes.set(runId, recipients.length === 0 ? noOne : next)
        return recipients.map((recipient) => ({
          recipient,
          kind,
          subject: { kind: 'record', id: recordId },
          apart: `${scenarioId}:${nodeKey}`,
          payload: { text },
          actor: null,
          at,
        }))
      })
      if (all.length > 0) await notifications.notify(tx, tenantId, all)
      return { outcomes, changeSetId: null }
    },
  }
}
