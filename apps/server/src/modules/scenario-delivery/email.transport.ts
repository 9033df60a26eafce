import type { LevelId } from '@steward/contracts/level'
import { documentOf, plainTextOf, toHtml } from '@steward/rich-text'
import { transact, type Db } from '../../platform/db/database.ts'
import type { Transport } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MailDelivery } from '../email-delivery/index.ts'
import { markSent, type Keeping, type MailPages } from '../email-thread/index.ts'
import { MailRefused } from '../messenger/index.ts'
import { actorOf } from '../notification/index.ts'
import type { UserService } from '../user-management/index.ts'
import { findContact } from './contact.read-model.ts'
import type { StoredDelivery } from './delivery.store.ts'
import { refusalOf } from './email.rules.ts'
import { createSending, type Sent, type SendingParts } from './sending.ts'
import type { Subscriptions } from './subscription.service.ts'

interface Content {
  name: string
  body: string
  ownerId: number
  level: LevelId
}

export interface EmailTransportNeighbours extends Pick<SendingParts, 'scenarios' | 'runs'> {
  users: Pick<UserService, 'directory'>
  delivery: Pick<MailDelivery, 'mailbox'>
  threads: Keeping & { pages: Pick<MailPages, 'base'> }
  subscriptions: Pick<Subscriptions, 'addressOf'>
}

const minute = 60_000
const pauses = [0.2, 1, 5, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * minute)

const contentOf = ({ content }: StoredDelivery) => content as Content

const final = (failure: string): Sent => ({ outcome: 'failed', isFinal: true, failure })

const headerOf = (tenantId: number, { deliveryId, createdAt }: StoredDelivery, address: string): string =>
  `steward.${tenantId}.scenario.${deliveryId}.${createdAt.getTime()}@${address.split('@').at(-1) ?? ''}`

/** Sends the emails of scenarios in the name of the owner, and keeps them on the timeline of their contact. */
export function createEmailTransport(platform: Platform, neighbours: EmailTransportNeighbours): Transport {
  const { users, delivery: mails, threads, subscriptions } = neighbours
  const { database, clock, log } = platform

  function partsOf(tenantId: number, delivery: StoredDelivery) {
    const { contactId, deliveryId } = delivery
    const { body } = contentOf(delivery)
    const unsubscribe = subscriptions.addressOf(tenantId, contactId, deliveryId)
    return {
      text: `${plainTextOf(body)}\n\n-- \nUnsubscribe: ${unsubscribe}\n`,
      html: `${toHtml(documentOf(body), { imageAddress: (address) => `${threads.pages.base}${address}` })}<p><small><a href="${unsubscribe}">Unsubscribe</a></small></p>`,
      unsubscribe,
    }
  }

  async function ownerOf(tenantId: number, delivery: StoredDelivery) {
    const user = (await users.directory(tenantId)).byId.get(contentOf(delivery).ownerId)
    const actor = actorOf(tenantId, user)
    return user && actor ? { user, actor, from: { name: user.name, address: user.email } } : undefined
  }

  async function send(tenantId: number, delivery: StoredDelivery): Promise<Sent> {
    const db = database.tenant(tenantId)
    const contact = await findContact(db, tenantId, delivery.contactId)
    if (!contact) return { skipped: `${contentOf(delivery).name} was deleted.` }
    const refused = refusalOf(contact)
    if (refused !== undefined) return { skipped: refused }
    const owner = await ownerOf(tenantId, delivery)
    if (!owner) return final('The owner was deactivated.')
    const { mailbox } = mails
    if (!mailbox) return final('No mail server is connected.')
    const from = mailbox.sender(owner.from)
    try {
      await mailbox.send({
        from,
        replyTo: owner.from,
        to: [{ name: contentOf(delivery).name, address: delivery.target }],
        cc: [],
        bcc: [],
        subject: delivery.subject,
        ...partsOf(tenantId, delivery),
        headerId: headerOf(tenantId, delivery, from.address),
        inReplyTo: null,
        references: [],
        files: [],
      })
      return { outcome: 'delivered' }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      return { outcome: 'failed', failure, isFinal: error instanceof MailRefused && error.permanent }
    }
  }

  async function keep(tenantId: number, delivery: StoredDelivery, db: Db): Promise<void> {
    const owner = await ownerOf(tenantId, delivery)
    if (!owner || !mails.mailbox) return
    const { name, body, level } = contentOf(delivery)
    const { text, html } = partsOf(tenantId, delivery)
    const visible = plainTextOf(body).length
    await transact(db, async (tx) => {
      const kept = await threads.keep(tx, owner.actor, {
        state: 'sent',
        authorId: owner.user.userId,
        importerId: null,
        sourceFileId: null,
        headerId: headerOf(tenantId, delivery, mails.mailbox?.sender(owner.from).address ?? ''),
        inReplyTo: [],
        references: [],
        subject: delivery.subject,
        people: {
          from: [owner.from],
          to: [{ name, address: delivery.target }],
          cc: [],
          bcc: [],
          replyTo: [],
        },
        occurredAt: clock.now(),
        text,
        signatureAt: visible,
        quoteAt: visible,
        html,
        files: [],
        body,
        source: 'app',
        privacy: 'everyone',
        home: { level, recordId: delivery.recordId },
        linkedIds: delivery.contactId === delivery.recordId ? [] : [delivery.contactId],
        thread: 'new',
      })
      if (kept.outcome === 'kept') {
        await markSent(tx, tenantId, kept.messageId, { at: clock.now(), failure: null })
      }
    })
  }

  return createSending(platform, {
    ...neighbours,
    // A connection, a greeting and each answer have time limits of their own.
    deadline: 120,
    pauses,
    send,
    async sent(tenantId, delivery) {
      try {
        await keep(tenantId, delivery, database.tenant(tenantId))
      } catch (error) {
        // It went out: whatever is wrong here must not send it again.
        log.error({ err: error, tenantId, deliveryId: delivery.deliveryId }, 'a sent email was not kept')
      }
    },
  })
}
