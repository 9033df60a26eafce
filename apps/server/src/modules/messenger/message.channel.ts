import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/db/database.ts'
import { enqueue, type AttemptResult, type Transport } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { openBody } from './message.body.ts'
import { beginAttempt, markSent, markUnsent, type SealedMessage } from './message.store.ts'
import type { Transports } from './message.transport.ts'

export const messageChannel = 'message'

const payloadSchema = z.object({ messageId: z.int() })

const minute = 60_000
/** Milliseconds after each attempt that failed. */
const pauses = [0.2, 1, 5, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * minute)
export const mostMessageAttempts = pauses.length + 1

/** The same for every attempt, and different for every message of every instance. */
function keyOf(tenantId: number, { messageId, createdAt }: SealedMessage): string {
  return `steward.${tenantId}.${messageId}.${createdAt.getTime()}`
}

/** Has a message sent after the commit, by the server of its kind. Each call is a cause of its own. */
export function queueMessage(
  tx: Db | Tx,
  tenantId: number,
  { messageId, channel }: { messageId: number; channel: 'email' | 'sms' },
  now: Date,
): Promise<void> {
  const key = `${messageChannel}:${messageId}:${randomUUID()}`
  return enqueue(tx, tenantId, [{ channel: messageChannel, lane: channel, key, payload: { messageId } }], now)
}

/**
 * Sends messages. One goes out at least once; it goes out twice only when the process dies, or the database is lost,
 * after the server took it and before that could be noted. Such a mail has the same Message-ID both times, by which
 * mail servers and readers can tell.
 */
export function createMessageChannel(platform: Platform, transports: Transports): Transport {
  async function attempt(tenantId: number, message: SealedMessage): Promise<AttemptResult> {
    const db = platform.database.tenant(tenantId)
    const { messageId, channel, recipient, subject } = message
    const transport = transports[channel]
    if (!transport || message.body === null) {
      await markUnsent(db, tenantId, messageId, { state: 'kept', failure: null })
      return { outcome: 'failed', isFinal: true, failure: 'No server is connected.' }
    }
    try {
      const body = openBody(platform.secrets, message.body)
      await transport({ recipient, subject, body, key: keyOf(tenantId, message) })
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      const isLast = message.attempts >= mostMessageAttempts
      await markUnsent(db, tenantId, messageId, { state: isLast ? 'failed' : 'waiting', failure })
      return { outcome: 'failed', failure, isFinal: isLast }
    }
    await markSent(db, tenantId, messageId, platform.clock.now())
    return { outcome: 'delivered' }
  }

  return {
    // A connection, a greeting and each answer have time limits of their own.
    deadline: 120,
    mostAtOnce: 4,
    pauseAfter: (attempts) => pauses[attempts - 1],
    async send({ tenantId, payload }) {
      const { messageId } = payloadSchema.parse(payload)
      const message = await beginAttempt(platform.database.tenant(tenantId), tenantId, messageId)
      // It was sent by an attempt of which the end was lost.
      return message ? attempt(tenantId, message) : { outcome: 'delivered' }
    },
  }
}
