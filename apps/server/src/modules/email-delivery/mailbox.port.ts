import type { MailAddress } from '@steward/contracts/email'
import type { Readable } from 'node:stream'

/** A mail on its way to people outside. */
export interface OutgoingMail {
  from: MailAddress
  replyTo: MailAddress
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  bcc: readonly MailAddress[]
  subject: string
  text: string
  html: string
  /** Without its brackets; the same at every attempt, so that servers can tell that they have it. */
  headerId: string
  inReplyTo: string | null
  references: readonly string[]
  /** The full address that ends mails like this one by a press of a button in the mail program. */
  unsubscribe?: string
  files: readonly { name: string; mediaType: string; stream: Readable }[]
}

/** By which mails of users go out: a mail server, or the account of a user elsewhere. */
export interface Mailbox {
  /** As whom the mails of a user go out. */
  sender(author: MailAddress): MailAddress
  /**
   * Hands a mail over; resolves with who of several does not get it, and why. Throws `MailRefused` with what
   * was answered where no one gets it.
   */
  send(mail: OutgoingMail): Promise<readonly string[]>
}
