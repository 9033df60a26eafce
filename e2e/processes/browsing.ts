import type { Page, Response } from 'playwright-core'

/** Someone at work in a browser, over and over, as people do: what fails is tried again. */
export interface Browsing {
  /** Rounds that were done to their end. */
  readonly rounds: number
  readonly faults: string[]
  stop(): Promise<void>
}

const patience = 20_000

/** Opens an address; a page that does not come, or comes broken, is asked for again. */
async function open(page: Page, address: string, shown: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await page.goto(address, { timeout: patience })
      if (answer?.status() === 502) throw new Error('No server answered')
      await shown()
      return
    } catch (error) {
      if (attempt === 8) throw error
    }
  }
}

/** Does what sends a call; resolves with whether it was acknowledged. */
async function acknowledged(
  page: Page,
  isIt: (response: Response) => boolean,
  act: () => Promise<void>,
): Promise<boolean> {
  const answer = page
    .waitForResponse((response) => isIt(response), { timeout: patience })
    .catch(() => undefined)
  // What cannot be done on a page of which parts did not come is tried again like what was not answered.
  const isDone = await act().then(
    () => true,
    () => false,
  )
  return isDone && (await answer)?.status() === 200
}

const isPost = (path: string) => (response: Response) =>
  response.request().method() === 'POST' && new URL(response.url()).pathname === path

function over(page: Page, round: (serial: number) => Promise<string[]>): Browsing {
  const faults: string[] = []
  let rounds = 0
  let isStopped = false
  const working = (async () => {
    for (let serial = 1; !isStopped; serial += 1) {
      faults.push(...(await round(serial).catch((error: unknown) => [`Round ${serial}: ${String(error)}`])))
      const { pathname } = new URL(page.url())
      if (!pathname.startsWith('/app'))
        faults.push(`Round ${serial} ended at ${pathname}: the session was lost`)
      rounds += 1
    }
  })()
  return {
    faults,
    get rounds() {
      return rounds
    },
    async stop() {
      isStopped = true
      await working
    },
  }
}

/** Edits a field of an account where it stands, opens the page again, and reads what was acknowledged. */
export function editInBrowser(page: Page, accountId: number, label: string): Browsing {
  const address = `/app/accounts/${accountId}`
  const shown = (value: number) => page.getByRole('button', { name: `Edit ${label}: ${value}`, exact: true })
  const any = page.getByRole('button', { name: new RegExp(`^Edit ${label}: `) })
  const isEdit = isPost(`/api/core/accounts/${accountId}`)
  return over(page, async (value) => {
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await open(page, address, () => any.waitFor({ timeout: patience }))
      if ((await shown(value).count()) > 0) return []
      const isSaved = await acknowledged(page, isEdit, async () => {
        await any.click()
        await page.getByRole('textbox', { name: label }).fill(String(value))
        await page.keyboard.press('Enter')
      })
      if (!isSaved) continue
      await open(page, address, () => any.waitFor({ timeout: patience }))
      if ((await shown(value).count()) > 0) return []
      return [`${label} was set to ${value}, and reads ${await any.getAttribute('aria-label')}`]
    }
    return [`${label} could not be set to ${value}`]
  })
}

/** Creates contacts by the form of their list, and finds each by the search. */
export function createInBrowser(page: Page, tag: string, names: string[]): Browsing {
  return over(page, async (serial) => {
    const name = `${tag} ${serial}`
    const form = page.getByRole('dialog', { name: 'New contact' })
    await open(page, '/app/contacts/list?create=true', () => form.waitFor({ timeout: patience }))
    const isCreated = await acknowledged(page, isPost('/api/core/contacts'), async () => {
      await form.getByLabel('Name').fill(name)
      await form.getByLabel('Email').fill(`somebody-${serial}@example.com`)
      await form.getByRole('button', { name: 'Create contact' }).click()
    })
    if (!isCreated) return []
    names.push(name)
    const link = page.getByRole('link', { name, exact: true })
    await open(page, `/app/contacts/list?q=${encodeURIComponent(name)}`, () =>
      link.waitFor({ timeout: patience }),
    )
    return []
  })
}
