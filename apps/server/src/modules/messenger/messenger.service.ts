import type { Db, Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { sealBody } from './message.body.ts'
import { queueMessage } from './message.channel.ts'
import { renderMessage } from './message.rendering.ts'
import { insertMessage } from './message.store.ts'
import type { Outgoing } from './message.template.ts'
import type { Transports } from './message.transport.ts'

export interface MessengerService {
  /**
   * Sends a message once the transaction is committed, or keeps it in the outbox when nothing is
   * connected that could send it.
   */
  send(tx: Db | Tx, tenantId: number, message: Outgoing): Promise<void>
}

export function createMessengerService(platform: Platform, transports: Transports): MessengerService {
  const { publicUrl, port } = platform.config
  const base = publicUrl ?? `http://localhost:${port}`
  return {
    async send(tx, tenantId, message) {
      const { body, ...rendered } = renderMessage(message, base)
      const isConnected = transports[rendered.channel] !== undefined
      const createdAt = platform.clock.now()
      const messageId = await insertMessage(tx, tenantId, {
        ...rendered,
        template: message.template,
        body: sealBody(platform.secrets, body),
        state: isConnected ? 'waiting' : 'kept',
        createdAt,
      })
      if (isConnected) await queueMessage(tx, tenantId, { messageId, channel: rendered.channel }, createdAt)
    },
  }
}
