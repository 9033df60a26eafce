import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'

const purpose = 'notification-unsubscribe'

/** The content security policy of the pages: they can show themselves and send their own form. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const styles = `:root { color-scheme: light dark }
body { margin: 0; background: #f4f5f8; color: #16181d; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
main { max-width: 440px; margin: 15vh auto 0; padding: 32px; background: #fff; border: 1px solid #e2e5ec; border-radius: 12px }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 1.3 }
p { margin: 0 0 24px }
a { color: #2f54d1 }
button { padding: 10px 20px; border: 0; border-radius: 8px; background: #2f54d1; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
@media (max-width: 500px) { main { margin: 0; border: 0; border-radius: 0 } }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #f2f4f8 }
  main { background: #22252c; border-color: #363a44 }
  a { color: #9db8ff }
}`

function pageOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${styles}</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`
}

/** Asks whether to end the mails; the form goes to the address of the page. */
const askingPage = pageOf(
  'Stop notification emails?',
  `<p>You'll still see your notifications in Steward.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
)

/** Says that the mails have ended, and where to turn them on again. */
function endedPage(preferences: string): string {
  return pageOf(
    "You're unsubscribed",
    `<p>Steward won't email you about notifications any more.
<a href="${preferences.replaceAll('"', '%22')}">Change your preferences</a></p>`,
  )
}

/** A page, and what it may do. */
export interface Page {
  html: string
  policy: string
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
    page(token: string): Page {
      readToken(token)
      return { policy, html: askingPage }
    },
    /** Turns the mails off, and gives a page that says so. Throws `not_found`. */
    async unsubscribe(token: string): Promise<Page> {
      const [tenantId, userId] = readToken(token)
      await turnMailOff(tenantId, userId)
      return { policy, html: endedPage(`${base}/app/settings/notifications`) }
    },
  }
}

export type Unsubscription = ReturnType<typeof createUnsubscription>
