import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser } from './browser/launch.ts'
import { signInByApi, type Client } from './client.ts'
import { startServer, type Server } from './server.ts'
import { leave, visit, visitAs, type Visitor } from './visitor.ts'

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

/** Starts a server and a browser for the tests of the file, and ends them; further hooks follow this call. */
export function startJourneys(start: () => Promise<Server> = startServer): void {
  beforeAll(async () => {
    server = await start()
    client = await signInByApi(server)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
}

/** The same, with a window for each test: the administrator's, or that of someone who is not signed in. */
export function openJourneys(
  who: 'administrator' | 'stranger' = 'administrator',
  start?: () => Promise<Server>,
): void {
  startJourneys(start)
  beforeEach(async () => {
    visitor = await (who === 'administrator' ? visitAs(browser, server) : visit(browser, server))
    page = visitor.page
  })
  afterEach(() => leave(visitor))
}
