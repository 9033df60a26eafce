import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { unsubscribePage, unsubscribedPage } from './unsubscribe.page.ts'

const purpose = 'notification-unsubscribe'

/** Where a user ends the mails about notifications. */
export type UnsubscribeAddress = (tenantId: number, userId: number) => string

const unknownAddress = () =>
  notFound('notification.unsubscribe', 'This link is no longer valid. Change your preferences in Steward.')

/** Ends mails by a link in them, without a sign-in. Reading the link changes nothing: only a press of the button does. */
export function createUnsubscription(
  platform: Platform,
  turnMailOff: (tenantId: number, userId: number) => Promise<void>,
) {
  const { publicUrl, port } = platform.config
  const base = (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')

  function readToken(token: string): [tenantId: number, userId: number] {
    try {
      return JSON.parse(platform.secrets.decrypt(token, purpose)) as [number, number]
    } catch {
      throw unknownAddress()
    }
  }

  const addressOf: UnsubscribeAddress = (tenantId, userId) => {
    const token = platform.secrets.encrypt(JSON.stringify([tenantId, userId]), purpose)
    return `${base}/api/notification/unsubscribe/${encodeURIComponent(token)}`
  }

  return {
    addressOf,
    /** A page with a button. Throws `not_found`. */
    page(token: string): string {
      readToken(token)
      return unsubscribePage
    },
    /** Turns the mails off, and gives a page that says so. Throws `not_found`. */
    async unsubscribe(token: string): Promise<string> {
      const [tenantId, userId] = readToken(token)
      await turnMailOff(tenantId, userId)
      return unsubscribedPage(`${base}/app/settings/notifications`)
    },
  }
}

export type Unsubscription = ReturnType<typeof createUnsubscription>
