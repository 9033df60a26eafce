import type { SendEmailSettings } from '@steward/contracts/scenario/outgoing'
import type { NamedRecord } from '../scenario-management/index.ts'
import type { UserDirectory, UserEntry } from '../user-management/index.ts'
import { fillLine, fillRich } from './template.rules.ts'

/** A contact to whom a scenario may write. */
export interface Recipient {
  /** The record because of which. */
  forId: number
  contactId: number
  name: string
  email: string | null
  archived: boolean
  unsubscribed: boolean
}

/** An email to one contact. */
export interface Email {
  contactId: number
  name: string
  address: string
  subject: string
  body: string
}

/** The emails because of one record, with who writes them; or why there are none. */
export type Emails = { owner: UserEntry; emails: Email[] } | { reason: string }

export interface Circumstances {
  directory: UserDirectory
  recipients: readonly Recipient[]
  /** Emails that each contact got in the last days. */
  recent: ReadonlyMap<number, number>
  /** How many that may be; null for any number. */
  most: number | null
}

/** Why a contact is not written to, whatever the email says; undefined where they are. */
export function refusalOf({
  name,
  email,
  archived,
  unsubscribed,
}: Omit<Recipient, 'forId'>): string | undefined {
  if (archived) return `${name} is archived.`
  if (unsubscribed) return `${name} has unsubscribed.`
  return email === null ? `${name} has no email address.` : undefined
}

function emailFor(
  { subject, body, whenEmpty }: SendEmailSettings,
  recipient: Recipient,
  record: NamedRecord,
  owner: UserEntry,
): Email | string {
  const { contactId, name, email } = recipient
  const missing = new Set<string>()
  const names = {
    record: record.name,
    organization: record.organization,
    account: record.account,
    owner: owner.name,
    contact: name,
  }
  const filled = {
    subject: fillLine(subject, names, missing),
    body: fillRich(body, names, missing),
  }
  if (missing.size > 0 && whenEmpty === 'skip') return `${[...missing].join(', ')} is empty for ${name}.`
  if (filled.subject === '') return `The subject is empty for ${name}.`
  return { contactId, name, address: email as string, ...filled }
}

/** The emails because of a record: to each of its contacts who may be written to. */
export function emailsFor(
  settings: SendEmailSettings,
  record: NamedRecord | undefined,
  { directory, recipients, recent, most }: Circumstances,
): Emails {
  const owner = record?.owners
    .map((id) => directory.byId.get(id))
    .find((user) => user?.kind === 'person' && user.status !== 'DEACTIVATED')
  if (!record || !owner) return { reason: 'There is no owner in whose name the email could be sent.' }
  const own = recipients.filter(({ forId }) => forId === record.recordId)
  if (own.length === 0) return { reason: 'There is no contact to write to.' }
  const tried = own.map((recipient) => {
    const refused = refusalOf(recipient)
    if (refused !== undefined) return refused
    if (most !== null && (recent.get(recipient.contactId) ?? 0) >= most) {
      return `${recipient.name} has got ${most} ${most === 1 ? 'email' : 'emails'} of scenarios within a week.`
    }
    return emailFor(settings, recipient, record, owner)
  })
  const emails = tried.filter((one): one is Email => typeof one !== 'string')
  if (emails.length > 0) return { owner, emails }
  return { reason: tried.filter((one) => typeof one === 'string').join(' ') }
}
