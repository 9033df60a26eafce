import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ScenarioSubscription } from '@steward/contracts/scenario/outgoing'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import { smallPage, type SmallPage } from '../../platform/small-page.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { findContact } from './contact.read-model.ts'
import { findDelivery } from './delivery.store.ts'
import { optIn, optOut } from './opt-out.store.ts'

const purpose = 'scenario-unsubscribe'

const askingPage = smallPage(
  'Unsubscribe?',
  `<p>You'll no longer get automated emails from this sender.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
)
const endedPage = smallPage("You're unsubscribed", "<p>You'll no longer get automated emails.</p>")

const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const unknownLink = () => notFound('scenario.unsubscribe', 'This link is no longer valid.')
const unknownContact = () => notFound('record.unknown', "This contact does not exist, or you can't see it.")

/** Ends the emails of scenarios for contacts, by a link in each of them, as RFC 8058 describes it. */
export function createSubscriptions(platform: Platform, { audit }: { audit: Pick<AuditService, 'write'> }) {
  const { secrets, clock, database, config } = platform
  const base = (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/+$/, '')
  const dbOf = (tenantId: number) => database.tenant(tenantId)

  /** What a token names. Throws not_found where it is not ours. */
  function readToken(token: string): { tenantId: number; contactId: number; deliveryId: number } {
    const [, text, given] = /^(m\.\d{1,9}\.\d{1,15}\.\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
    if (text === undefined || given === undefined) throw unknownLink()
    const signed = Buffer.from(given, 'base64url')
    const isOurs = secrets.keys(purpose).some(({ key }) => timingSafeEqual(sign(key, text), signed))
    if (!isOurs) throw unknownLink()
    const [, tenantId = 0, contactId = 0, deliveryId = 0] = text.split('.').map(Number)
    return { tenantId, contactId, deliveryId }
  }

  return {
    /** Where one contact ends the emails: mail programs post to it, people press a button on its page. */
    addressOf(tenantId: number, contactId: number, deliveryId: number): string {
      const text = `m.${tenantId}.${contactId}.${deliveryId}`
      const signature = sign(secrets.key(purpose), text).toString('base64url')
      return `${base}/api/scenario-mail/${text}.${signature}/unsubscribe`
    },

    /** A page with a button; it changes nothing. Throws not_found. */
    page(token: string): SmallPage {
      readToken(token)
      return askingPage
    },

    /** Throws not_found. */
    async unsubscribe(token: string): Promise<SmallPage> {
      const { tenantId, contactId, deliveryId } = readToken(token)
      const delivery = await findDelivery(dbOf(tenantId), tenantId, deliveryId)
      const contact = await findContact(dbOf(tenantId), tenantId, contactId)
      const address = delivery?.target ?? contact?.email ?? ''
      await optOut(dbOf(tenantId), tenantId, { contactId, address, at: clock.now() })
      return endedPage
    },

    /** Throws not_found. */
    async read({ tenantId }: Actor, contactId: number): Promise<ScenarioSubscription> {
      const contact = await findContact(dbOf(tenantId), tenantId, contactId)
      if (!contact) throw unknownContact()
      return { unsubscribed: contact.unsubscribed }
    },

    /** For contacts who ask for it in another way. Throws not_found. */
    async change(
      actor: Actor,
      contactId: number,
      { unsubscribed }: ScenarioSubscription,
    ): Promise<ScenarioSubscription> {
      const { tenantId } = actor
      const contact = await findContact(dbOf(tenantId), tenantId, contactId)
      if (!contact) throw unknownContact()
      const address = contact.email ?? ''
      if (unsubscribed) await optOut(dbOf(tenantId), tenantId, { contactId, address, at: clock.now() })
      else await optIn(dbOf(tenantId), tenantId, { contactId, address })
      await audit.write(dbOf(tenantId), tenantId, {
        action: 'scenario.subscription',
        summary: unsubscribed
          ? `${contact.name} was unsubscribed from emails of scenarios`
          : `${contact.name} may get emails of scenarios again`,
        actor,
        subject: { kind: 'record', id: contactId, name: contact.name },
      })
      return { unsubscribed }
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>
