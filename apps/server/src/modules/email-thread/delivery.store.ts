import { query, type Database, type Db, type Tx } from '../../platform/db/database.ts'
import { stateNumber } from './thread.numbers.ts'

export interface DueMessage {
  messageId: number
  attempts: number
  authorId: number
}

/** A message that waits to be sent, with its attempt counted; undefined when it does not wait any more. */
export async function beginAttempt(
  db: Db,
  tenantId: number,
  messageId: number,
): Promise<DueMessage | undefined> {
  const rows = await query<DueMessage>(
    db,
    `/*email.attempt*/
    update email_message set attempts = attempts + 1
    where tenant_id = $1 and message_id = $2 and state = ${stateNumber('queued')}
    returning message_id "messageId", attempts, author_id "authorId"`,
    [tenantId, messageId],
  )
  return rows[0]
}

/** Notes that a message went out, and who of several did not get it. */
export async function markSent(
  db: Db | Tx,
  tenantId: number,
  messageId: number,
  { at, failure }: { at: Date; failure: string | null },
): Promise<void> {
  await query(
    db,
    `/*email.sent*/
    update email_message set state = ${stateNumber('sent')}, sent_at = $3, failure = $4
    where tenant_id = $1 and message_id = $2`,
    [tenantId, messageId, at, failure],
  )
}

/** Notes why a message was not sent, and whether it waits for another attempt. */
export async function markUnsent(
  db: Db,
  tenantId: number,
  messageId: number,
  { failure, isLast }: { failure: string; isLast: boolean },
): Promise<void> {
  await query(
    db,
    `/*email.unsent*/
    update email_message set failure = $3, state = case when $4 then ${stateNumber('failed')} else state end
    where tenant_id = $1 and message_id = $2 and state = ${stateNumber('queued')}`,
    [tenantId, messageId, failure, isLast],
  )
}

/** Abandons messages of every tenant that wait though their last attempt is over: it ended without an answer. */
export async function giveUpMessages(pool: Database['anonymous'], mostAttempts: number): Promise<void> {
  await pool.query('select tidy_emails($1)', [mostAttempts])
}

/** Lets a message that failed wait again; false when it did not fail. */
export async function reviveMessage(tx: Tx, tenantId: number, messageId: number): Promise<boolean> {
  const rows = await query(
    tx,
    `/*email.revive*/
    update email_message set state = ${stateNumber('queued')}, attempts = 0, failure = null
    where tenant_id = $1 and message_id = $2 and state = ${stateNumber('failed')} returning message_id`,
    [tenantId, messageId],
  )
  return rows.length > 0
}
