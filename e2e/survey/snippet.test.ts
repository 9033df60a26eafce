import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFaultsInThemes } from '../axe.ts'
import { client, openJourneys, page, server, unique, visitor } from '../journey.ts'
import { hostPage, type HostSite, startHostSite } from './host-site.ts'
import { publishSurvey, readResponses, readSettings, signatureOf } from './surveys.ts'

let site: HostSite
let siteKey: string
let signingKey: string

openJourneys('stranger')

beforeAll(async () => {
  site = await startHostSite()
  const settings = await readSettings(client)
  siteKey = settings.siteKey
  signingKey = settings.signingKey
})
afterAll(() => site.stop())

const inProduct = {
  channels: { inProduct: true },
  timing: { delaySeconds: 0 },
  audience: { ignoresQuietPeriod: true },
}

/** Tests can't look into a closed shadow tree: it is opened for them, and the mode that was asked for is kept. */
const openShadows = `
  window.shadowModes = []
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    window.shadowModes.push(options.mode)
    return attach.call(this, { ...options, mode: 'open' })
  }
  window.shifts = []
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true })
  addEventListener('error', ({ message }) => (window.fault = message))
  addEventListener('unhandledrejection', ({ reason }) => (window.fault = String(reason)))
`

beforeEach(async () => {
  site.policy = undefined
  await page.addInitScript(openShadows)
})

const tag = (attributes: string, source = `${server.url}/api/survey-snippet.js`): string =>
  `<script async src="${source}" data-site="${siteKey}" ${attributes}></script>`

/** A contact whom the pages of the company know by an id. */
async function createContact(name: string): Promise<string> {
  const userId = unique('u').replace(' ', '-')
  await client.post('/core/contacts', {
    globalFields: { name, externalId: userId, email: `${userId}@example.com` },
  })
  return userId
}

const signed = (userId: string): string =>
  `data-user-id="${userId}" data-signature="${signatureOf(signingKey, userId)}"`

async function open(path: string, ...tags: readonly string[]): Promise<void> {
  site.files.set(path, hostPage(...tags))
  await page.goto(`${site.origin}${path}`)
}

const dialog = (on: Page = page) => on.getByRole('dialog')

async function answer(score: string, comment: string): Promise<void> {
  await dialog().getByRole('radio', { name: score, exact: true }).check({ force: true })
  await dialog().getByRole('button', { name: 'Next' }).click()
  await dialog().getByRole('textbox').fill(comment)
  await dialog().getByRole('button', { name: 'Send' }).click()
  await dialog().getByRole('heading', { name: 'Thank you' }).waitFor()
}

/** Deleted at the end, so that each test is asked by its own survey alone. */
async function withSurvey(name: string, work: (surveyId: number) => Promise<void>): Promise<void> {
  const { surveyId } = await publishSurvey(client, unique(name), inProduct)
  await work(surveyId)
  await client.delete(`/survey-management/surveys/${surveyId}`)
}

interface Styled {
  ownerDocument: { defaultView: { getComputedStyle(element: unknown): Readonly<Record<string, string>> } }
}

/** A style as the browser computes it: of the dialog unless told. */
const styleOf = (name: string, of = dialog()): Promise<string | undefined> =>
  of.evaluate(
    (element, key) => (element as unknown as Styled).ownerDocument.defaultView.getComputedStyle(element)[key],
    name,
  )

test('a page of another origin asks its user, in a closed shadow tree and without moving anything', async () => {
  const userId = await createContact('Ada Stone')
  await withSurvey('In product', async (surveyId) => {
    await open('/orders', tag(signed(userId)))
    await dialog().getByText('How likely are you to recommend us').waitFor()
    expect(await page.evaluate('window.shadowModes')).toEqual(['closed'])
    expect(await page.evaluate('window.shifts')).toEqual([])
    expect(await seriousFaultsInThemes(page)).toEqual([])
    await answer('9', 'Fast replies')
    // The styles of what follows a scale come with it.
    expect(await styleOf('fontWeight', dialog().getByRole('heading'))).toBe('600')
    expect(await seriousFaultsInThemes(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => dialog().count()).toBe(0)
    expect(await page.evaluate('window.fault')).toBeUndefined()
    const [response] = await readResponses(client, surveyId)
    expect(response).toMatchObject({
      score: 9,
      comment: 'Fast replies',
      isComplete: true,
      channel: 'inProduct',
      contact: { name: 'Ada Stone' },
    })
  })
})

test('a site that allows only its own scripts, and neither styles nor markup of them, hosts the script itself', async () => {
  const userId = await createContact('Bo Field')
  site.files.set('/survey-snippet.js', await (await fetch(`${server.url}/api/survey-snippet.js`)).text())
  site.policy = `default-src 'none'; script-src 'self'; connect-src ${server.url}; require-trusted-types-for 'script'; trusted-types 'none'`
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', ({ violatedDirective }) => (window.fault = violatedDirective))`,
  )
  await withSurvey('Strict', async (surveyId) => {
    await open('/strict', tag(`${signed(userId)} data-server="${server.url}"`, '/survey-snippet.js'))
    await answer('6', 'Too slow')
    const padding = await styleOf('paddingLeft')
    expect(padding).toBe('16px')
    expect(await page.evaluate('window.fault')).toBeUndefined()
    expect(await readResponses(client, surveyId)).toHaveLength(1)
  })
})

test('a page that loads the script twice asks once', async () => {
  const userId = await createContact('Cy Brook')
  await withSurvey('Twice', async () => {
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/ask') && asked.push(request.url()))
    await open('/twice', tag(signed(userId)), tag(`${signed(userId)} data-second`))
    await dialog().waitFor()
    await page.waitForLoadState('networkidle')
    expect([await dialog().count(), asked.length]).toEqual([1, 1])
  })
})

test('a person who logs in later is named by the page, and is asked instead of the stranger before them', async () => {
  const userId = await createContact('Di Marsh')
  const user = JSON.stringify({ userId, signature: signatureOf(signingKey, userId) })
  await withSurvey('Later', async (surveyId) => {
    await open('/later', tag('data-theme="dark"'))
    await dialog().waitFor()
    const background = await styleOf('backgroundColor')
    expect(background).toBe('rgb(28, 28, 33)')
    const shown = page.waitForResponse(/\/ask$/)
    await page.evaluate(`window.stewardSurveys.identify(${user})`)
    await shown
    await dialog().waitFor()
    expect(await dialog().count()).toBe(1)
    await answer('8', 'Fine')
    const [response] = await readResponses(client, surveyId)
    expect(response?.contact?.name).toBe('Di Marsh')
  })
})

test('a page that names its user later can wait with asking', async () => {
  const userId = await createContact('Fay Ford')
  const user = JSON.stringify({ userId, signature: signatureOf(signingKey, userId) })
  await withSurvey('Waiting', async () => {
    await open('/waiting', tag('data-wait'))
    await page.waitForFunction('window.stewardSurveys')
    await page.waitForLoadState('networkidle')
    expect(await dialog().count()).toBe(0)
    await page.evaluate(`window.stewardSurveys.identify(${user})`)
    await dialog().waitFor()
  })
})

test('a page works as before when Steward is away, answers nonsense, or knows nothing of the site', async () => {
  const away = await startHostSite()
  await away.stop()
  const pages = {
    '/down': `<script async src="/survey-snippet.js" data-site="${siteKey}" data-server="${away.origin}"></script>`,
    '/nonsense': `<script async src="/survey-snippet.js" data-site="${siteKey}" data-server="${site.origin}"></script>`,
    '/unknown': `<script async src="/survey-snippet.js" data-site="s.1.wrong" data-server="${server.url}"></script>`,
  }
  site.files.set('/survey-snippet.js', await (await fetch(`${server.url}/api/survey-snippet.js`)).text())
  for (const [path, text] of Object.entries(pages)) {
    const called = page.waitForRequest(/\/ask$/)
    await open(path, text)
    await called
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Buy' }).click()
    expect([path, await dialog().count(), await page.evaluate('window.fault')]).toEqual([path, 0, undefined])
  }
  // The browser itself writes failed requests to the console; no script of ours does.
  expect(visitor.complaints.filter((text) => !/Failed to load resource|CORS/.test(text))).toEqual([])
  visitor.complaints.length = 0
})

test('keys that are typed into a survey are no shortcuts of the page, and Escape closes it', async () => {
  const userId = await createContact('Ed Hill')
  await withSurvey('Keys', async () => {
    await open('/keys', tag(signed(userId)))
    await page.evaluate(`window.keys = []; addEventListener('keydown', ({ key }) => window.keys.push(key))`)
    const first = dialog().getByRole('radio', { name: '0', exact: true })
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await dialog().getByRole('radio', { name: '1', exact: true, checked: true }).waitFor()
    await page.keyboard.press('Enter')
    expect(await dialog().getByRole('textbox').inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
    expect(await page.evaluate('window.keys')).toEqual([])
  })
})
