import { notFound } from '../../platform/errors.ts'
import { smallPage, type SmallPage } from '../../platform/small-page.ts'
import type { Platform } from '../../platform/platform.ts'

const purpose = 'notification-unsubscribe'

/** Asks whether to end the mails; the form goes to the address of the page. */
const askingPage = smallPage(
  'Stop notification emails?',
  `<p>You'll still see your notifications in Steward.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
)

/** Says that the mails have ended, and where to turn them on again. */
function endedPage(preferences: string): SmallPage {
  return smallPage(
    "You're unsubscribed",
    `<p>Steward no longer emails you about notifications.
<a href="${preferences.replaceAll('"', '%22')}">Change your preferences</a></p>`,
  )
}

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
    page(token: string): SmallPage {
      readToken(token)
      return askingPage
    },
    /** Turns the mails off, and gives a page that says so. Throws `not_found`. */
    async unsubscribe(token: string): Promise<SmallPage> {
      const [tenantId, userId] = readToken(token)
      await turnMailOff(tenantId, userId)
      return endedPage(`${base}/app/settings/notifications`)
    },
  }
}

export type Unsubscription = ReturnType<typeof createUnsubscription>
