import type { MailAddress } from '@steward/contracts/email'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { findMessage, type MessageRow } from './message.read-model.ts'
import type { AddressRole } from './thread.numbers.ts'

/** The addresses of a message by what they are to it. */
export function peopleOf(row: MessageRow): Record<AddressRole, MailAddress[]> {
  const of = (number: number) =>
    row.people.filter(({ role }) => role === number).map(({ name, address }) => ({ name, address }))
  return { from: of(0), to: of(1), cc: of(2), bcc: of(3), replyTo: of(4) }
}

/** A message that the actor may read. Throws `not_found`. */
export async function readMessage(db: Db | Tx, actor: Actor, messageId: number): Promise<MessageRow> {
  const message = await findMessage(db, actor, messageId)
  if (message) return message
  throw notFound('email.unknown', "This email does not exist, or you can't see it.")
}
