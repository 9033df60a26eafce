import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { signInAsBrowser, type SignedIn } from './client.ts'
import { administrator, type Server } from './server.ts'

const patience = 10_000

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What the pages of this visitor complained of: errors no one caught, and those on the console. */
  complaints: string[]
}

// What a failed sign-in or a missing record prints by itself is no fault of the app.
const expected = /Failed to load resource: the server responded with a status of 4\d\d/

function storedSignIn(server: Server, signedIn: SignedIn, refreshCookie: string) {
  const { token, expiresAt, sessionEndsAt, user } = signedIn
  return {
    cookies: [
      {
        name: 'steward_refresh',
        value: refreshCookie,
        domain: new URL(server.url).hostname,
        path: '/api/identity',
        expires: Date.parse(sessionEndsAt) / 1000,
        httpOnly: true,
        secure: false,
        sameSite: 'Strict' as const,
      },
    ],
    origins: [
      {
        origin: server.url,
        localStorage: [
          { name: 'steward.auth', value: JSON.stringify({ token, expiresAt, sessionEndsAt }) },
          { name: 'steward.user', value: JSON.stringify(user) },
        ],
      },
    ],
  }
}

/** A window of someone who is not signed in. Addresses are relative to the server. */
export async function visit(
  browser: Browser,
  server: Server,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(patience)
  return openTab(context)
}

/** A new tab of a browser, whose complaints are its own. */
export async function openTab(context: BrowserContext): Promise<Visitor> {
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text())
  })
  return { page, context, complaints }
}

/** A window of someone whom this device remembers. */
export async function visitAs(
  browser: Browser,
  server: Server,
  username = administrator.username,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const { signedIn, refreshCookie } = await signInAsBrowser(server, username)
  const storageState = storedSignIn(server, signedIn, refreshCookie)
  return visit(browser, server, { storageState, ...options })
}

function expectNoComplaints({ complaints }: Visitor): void {
  if (complaints.length > 0) throw new Error(`The pages complained: ${complaints.join('\n')}`)
}

/** Closes the window. Throws when one of its pages complained. */
export async function leave(visitor: Visitor): Promise<void> {
  await visitor.context.close()
  expectNoComplaints(visitor)
}

const isSignIn = ({ name }: { name: string }) => name === 'steward.auth' || name === 'steward.user'

/** Closes all tabs and forgets all but the sign-in. Throws when the page complained. */
export async function closeTabs(visitor: Visitor): Promise<void> {
  const { context } = visitor
  await Promise.all(context.pages().map((page) => page.close()))
  const { cookies, origins } = await context.storageState()
  const kept = origins.map((one) => ({ ...one, localStorage: one.localStorage.filter(isSignIn) }))
  await context.setStorageState({ cookies, origins: kept })
  await context.setOffline(false)
  await context.clearPermissions()
  expectNoComplaints(visitor)
}

/** Fills the sign-in form that the page shows. */
export async function signInByForm(
  page: Page,
  username = administrator.username,
  password = administrator.password,
): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}
