import { z } from 'zod'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { openBody } from './message.body.ts'
import { beginAttempt, markSent, markUnsent, tidyMessages, type SealedMessage } from './message.store.ts'
import type { Transports } from './message.transport.ts'

const payloadSchema = z.object({ tenantId: z.int(), messageId: z.int() })

/** As often as the queue tries a job. */
const mostAttempts = 10
const keptFor = 30 * 24 * 3600 * 1000

/** The same for every attempt, and different for every message of every instance. */
function keyOf(tenantId: number, { messageId, createdAt }: SealedMessage): string {
  return `steward.${tenantId}.${messageId}.${createdAt.getTime()}`
}

/**
 * Sends messages, and erases old ones.
 *
 * A message goes out at least once. It goes out twice only when the process dies, or the database
 * is lost, after the server took the message and before that could be noted; such a mail has the
 * same Message-ID both times, by which mail servers and readers can tell. Nothing else sends twice:
 * only a message that waits is sent, and the queue gives a job to one worker at a time.
 */
export function createMessageJobs(platform: Platform, transports: Transports) {
  async function attempt(tenantId: number, message: SealedMessage): Promise<void> {
    const db = platform.database.tenant(tenantId)
    const { messageId, channel, recipient, subject } = message
    const transport = transports[channel]
    if (!transport || message.body === null) {
      return markUnsent(db, tenantId, messageId, { state: 'kept', failure: null })
    }
    try {
      const body = openBody(platform.secrets, message.body)
      await transport({ recipient, subject, body, key: keyOf(tenantId, message) })
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      const isLast = message.attempts >= mostAttempts
      await markUnsent(db, tenantId, messageId, { state: isLast ? 'failed' : 'waiting', failure })
      if (isLast) return
      throw error
    }
    await markSent(db, tenantId, messageId, platform.clock.now())
  }

  const deliver: Task = async (payload) => {
    const { tenantId, messageId } = payloadSchema.parse(payload)
    const message = await beginAttempt(platform.database.tenant(tenantId), tenantId, messageId)
    if (message) await attempt(tenantId, message)
  }

  const tidy: Task = async () => {
    const before = new Date(platform.clock.now().getTime() - keptFor)
    await tidyMessages(platform.database.anonymous, before, mostAttempts)
  }

  return {
    tasks: { 'message:deliver': deliver, 'message:tidy': tidy },
    schedules: ['41 3 * * * message:tidy'],
  }
}
