import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { sharedBrowser } from './browser/shared.ts'
import { signInByApi, type Client } from './client.ts'
import type { Server } from './server.ts'
import { startTestServer } from './test-server.ts'
import { closeTabs, leave, openTab, visit, visitAs, type Visitor } from './visitor.ts'

/** What the tests of a file share; there from their first hook on. */
export let server: Server
export let browser: Browser
/** Calls of the API in the administrator's name. */
export let client: Client

/** Whose window it is that a test looks at, and its first page; again for every test. */
export let visitor: Visitor
export let page: Page

let serial = 0

/** The name with a number of its own: a test that is tried again makes what no attempt has touched. */
export const unique = (name: string): string => `${name} ${(serial += 1)}`

/** Starts a server for the tests of the file, and ends it; further hooks follow this call. */
export function startJourneys(start: () => Promise<Server> = startTestServer): void {
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([start(), sharedBrowser()])
    client = await signInByApi(server)
  })
  afterAll(() => server?.stop())
}

/** Signs the administrator in once for the file. Each test has a tab of its own, which knows nothing of earlier ones. */
function openAsAdministrator(): void {
  let device: BrowserContext | undefined
  beforeEach(async () => {
    visitor = device ? await openTab(device) : await visitAs(browser, server)
    device = visitor.context
    page = visitor.page
  })
  afterEach(async () => {
    await closeTabs(visitor)
  })
  afterAll(() => device?.close())
}

function openAsStranger(): void {
  beforeEach(async () => {
    visitor = await visit(browser, server)
    page = visitor.page
  })
  afterEach(() => leave(visitor))
}

/** The same, with a window for each test: the administrator's, or that of someone who is not signed in. */
export function openJourneys(
  who: 'administrator' | 'stranger' = 'administrator',
  start?: () => Promise<Server>,
): void {
  startJourneys(start)
  if (who === 'administrator') openAsAdministrator()
  else openAsStranger()
}
