import { sendEmailSettings, type SendEmailSettings } from '@steward/contracts/scenario/outgoing'
import type { Tx } from '../../platform/db/database.ts'
import type { MailDelivery } from '../email-delivery/index.ts'
import type {
  ActionType,
  Batch,
  Faults,
  NamedRecord,
  Outcome,
  Scenarios,
  Visit,
} from '../scenario-management/index.ts'
import { readNamed } from '../scenario-node/index.ts'
import { nextBusinessTime } from '../scenario-run/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { CalendarService } from '../work-calendar/index.ts'
import { readRecipients } from './contact.read-model.ts'
import type { Channel, Deliver, Prepared } from './delivery.service.ts'
import { countMails, lockMails } from './delivery.store.ts'
import { emailsFor, type Circumstances } from './email.rules.ts'
import { placeholderFault, type PlaceholderName } from './template.rules.ts'

export const mailChannel: Channel = { kind: 'email', name: 'scenario-email', laneOf: () => 'scenario-email' }

export interface EmailNeighbours {
  scenarios: Pick<Scenarios, 'ceilings'>
  users: Pick<UserService, 'directory'>
  calendars: Pick<CalendarService, 'book'>
  delivery: Pick<MailDelivery, 'mailbox'>
  deliver: Deliver
}

const week = 7 * 24 * 3600_000
const offered: readonly PlaceholderName[] = ['record', 'contact', 'account', 'organization', 'owner']
const notConnected = 'No mail server is connected. Ask your administrator to set SMTP_URL.'
const skip = (reason: string): Outcome => ({ kind: 'skip', reason, branch: 'next' })
const next: Outcome = { kind: 'next', branch: 'next' }

const idsOf = (visits: readonly Visit[]): number[] => visits.map(({ recordId }) => recordId)

/** What an email would do for one record. */
function rehearseOne(
  settings: SendEmailSettings,
  record: NamedRecord | undefined,
  circumstances: Circumstances,
) {
  const found = emailsFor(settings, record, circumstances)
  if ('reason' in found) return { outcome: skip(found.reason), effect: null }
  const [first] = found.emails
  const names = found.emails.map(({ name }) => name).join(', ')
  return { outcome: next, effect: `Email “${first?.subject ?? ''}” to ${names}.` }
}

/** Writes an email to each record that is a contact, or to the contacts of other records, in the name of its owner. */
export function sendEmailNode(neighbours: EmailNeighbours): ActionType<SendEmailSettings> {
  const { scenarios, users, calendars, delivery, deliver } = neighbours

  /** When emails may go out; undefined where that is now. */
  async function laterThan({ tenantId, timeZone, at }: Batch<SendEmailSettings>): Promise<Date | undefined> {
    const { hours } = await scenarios.ceilings(tenantId)
    if (!hours) return undefined
    const { standard } = await calendars.book(tenantId)
    const open = nextBusinessTime(at, timeZone, hours, standard)
    return open > at ? open : undefined
  }

  /** The emails of records, each seeing those before it where a contact may get only so many. */
  async function prepare(tx: Tx, batch: Batch<SendEmailSettings>, fresh: readonly Visit[]) {
    const { tenantId, level, settings, at } = batch
    const until = await laterThan(batch)
    if (until) return new Map(fresh.map(({ runId }): [number, Prepared] => [runId, { kind: 'wait', until }]))
    const most = (await scenarios.ceilings(tenantId)).messagesPerWeek
    if (most !== null) await lockMails(tx, tenantId)
    const [records, recipients, directory] = [
      await readNamed(tx, tenantId, idsOf(fresh)),
      await readRecipients(tx, tenantId, level, idsOf(fresh)),
      await users.directory(tenantId),
    ]
    const contactIds = [...new Set(recipients.map(({ contactId }) => contactId))]
    const recent = await countMails(tx, tenantId, contactIds, new Date(at.getTime() - week))
    const byRecord = Map.groupBy(recipients, ({ forId }) => forId)
    return new Map(
      fresh.map(({ runId, recordId, arrivedAt }): [number, Prepared] => {
        const own = byRecord.get(recordId) ?? []
        const found = emailsFor(settings, records.get(recordId), { directory, recipients: own, recent, most })
        if ('reason' in found) return [runId, skip(found.reason)]
        const drafts = found.emails.map(({ contactId, name, address, subject, body }) => {
          recent.set(contactId, (recent.get(contactId) ?? 0) + 1)
          const content = { name, body, ownerId: found.owner.userId, level }
          return { runId, arrivedAt, recordId, contactId, target: address, subject, content }
        })
        return [runId, { drafts }]
      }),
    )
  }

  return {
    type: 'sendEmail',
    category: 'action',
    label: 'Send Email',
    settings: sendEmailSettings,
    missing: async () => (delivery.mailbox ? undefined : notConnected),
    async check(_, __, { subject, body }): Promise<Faults> {
      const entries = Object.entries({ subject, body }).flatMap(([path, text]) => {
        const fault = placeholderFault(text, offered)
        return fault === undefined ? [] : [[path, fault] as const]
      })
      return Object.fromEntries(entries)
    },
    async rehearse(facts, batch) {
      const { tenantId, level, settings, visits } = batch
      const until = await laterThan(batch)
      if (until) {
        return new Map(visits.map(({ runId }) => [runId, { outcome: { kind: 'wait', until }, effect: null }]))
      }
      const records = facts.named(idsOf(visits))
      const recipients = await readRecipients(facts.db, tenantId, level, idsOf(visits))
      const directory = await users.directory(tenantId)
      const circumstances = { directory, recipients, recent: new Map<number, number>(), most: null }
      return new Map(
        visits.map(({ runId, recordId }) => [
          runId,
          rehearseOne(settings, records.get(recordId), circumstances),
        ]),
      )
    },
    async act(tx, batch) {
      if (!delivery.mailbox) {
        const failed: Outcome = { kind: 'fail', cause: notConnected, reason: notConnected }
        return { outcomes: new Map(batch.visits.map(({ runId }) => [runId, failed])), changeSetId: null }
      }
      const outcomes = await deliver(tx, batch, mailChannel, (fresh) => prepare(tx, batch, fresh))
      return { outcomes, changeSetId: null }
    },
  }
}
