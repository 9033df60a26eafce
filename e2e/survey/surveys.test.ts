import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaultsInThemes } from '../axe.ts'
import { createRecord } from '../customers.ts'
import { browser, client, openJourneys, page, server } from '../journey.ts'
import { mailServer } from '../mail-server.ts'
import { leave, visit } from '../visitor.ts'
import { hostPage, type HostSite, startHostSite } from './host-site.ts'
import { readResponses, readSettings, root, signatureOf } from './surveys.ts'

/** Jobs, mails and scores follow by themselves, and let calls go first. Milliseconds. */
const aJob = 60_000

const post = mailServer()
let site: HostSite
let accountId: number

openJourneys('administrator', () => post.startSteward())

const people = ['ann', 'ben', 'cat', 'dan'] as const

beforeAll(async () => {
  site = await startHostSite()
  const account = await createRecord(client, 'accounts', { name: 'Northwind' })
  accountId = Number(account.accountId)
  for (const name of people) {
    await createRecord(client, 'contacts', {
      name: `${name} north`,
      accountId,
      externalId: name,
      email: `${name}@northwind.example`,
    })
  }
  await client.post('/health-management/score-settings', {
    name: 'Last NPS',
    metric: 'lastNps',
    period: null,
    rules: [
      { operator: 'gte', value: 9, points: 10 },
      { operator: 'gte', value: 7, points: 5 },
    ],
    otherwise: 0,
    weight: 5,
    missing: 'ignore',
    groupId: null,
    scope: 1,
    scopeReferenceId: null,
    entityLevelId: 2,
  })
})
afterAll(async () => {
  await site.stop()
  await post.stop()
})

test('an NPS survey is built, embedded, answered and sent, and a detractor comes first', async () => {
  await page.goto('/app/surveys')
  await page.getByText('No surveys yet').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'New survey' }).first().click()
  await page.getByRole('radio', { name: 'NPS' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('How are we doing')
  await page.getByRole('button', { name: 'Create survey' }).click()

  const question = page.getByRole('region', { name: 'Question 1' }).getByRole('textbox', { name: 'Question' })
  await question.fill('')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Enter the question in the default language (en).').waitFor()
  await question.fill('Would you recommend Northwind?')
  await page.getByRole('region', { name: 'Preview' }).getByText('Would you recommend Northwind?').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await page.getByRole('tab', { name: 'Channels' }).click()
  await page.getByRole('checkbox', { name: 'In your product' }).check()
  await page.getByRole('checkbox', { name: 'By email' }).check()
  await page.getByRole('textbox', { name: 'Delay on a page' }).fill('0')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Survey published').waitFor()
  const surveyId = Number(new URL(page.url()).pathname.split('/').at(-1))
  await page.getByRole('button', { name: 'Verify installation' }).click()
  await page.getByText('Waiting for the first page').waitFor()

  const { siteKey, signingKey } = await readSettings(client)
  const answers = [
    ['ann', '10', 'Great people'],
    ['ben', '9', 'It just works'],
    ['cat', '2', 'Support never called back'],
  ] as const
  for (const [userId, score, reason] of answers) {
    const attributes = `data-site="${siteKey}" data-user-id="${userId}" data-signature="${signatureOf(signingKey, userId)}"`
    site.files.set(
      '/',
      hostPage(`<script async src="${server.url}/api/survey-snippet.js" ${attributes}></script>`),
    )
    const stranger = await visit(browser, server)
    await stranger.page.addInitScript(
      `const attach = Element.prototype.attachShadow
       Element.prototype.attachShadow = function () { return attach.call(this, { mode: 'open' }) }`,
    )
    await stranger.page.goto(site.origin)
    const dialog = stranger.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: score, exact: true }).check({ force: true })
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('heading', { name: 'Thank you' }).waitFor()
    await leave(stranger)
  }
  await page.getByRole('button', { name: 'Verify installation' }).click()
  await page.getByText('Verified', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Responses' }).click()
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText('33', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Responses' }).getByText('Support never called back').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Email waves' }).click()
  const drawer = page.getByRole('dialog', { name: 'Email waves' })
  await drawer.getByText('1 would be asked now').waitFor()
  await drawer.getByRole('button', { name: 'Send wave' }).click()
  await page
    .getByRole('dialog', { name: 'Send this survey' })
    .getByRole('button', { name: 'Send wave' })
    .click()
  await expect.poll(() => post.mails.length, { timeout: aJob }).toBe(1)
  expect(post.mails[0]).toContain('dan@northwind.example')
  const [address = ''] = /\/survey\/[\w.=\r\n-]+?\?score=3D7/.exec(post.mails[0]!) ?? []
  const path = address.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const dan = await visit(browser, server)
  await dan.page.goto(path)
  await dan.page.getByRole('radio', { name: '7', exact: true, checked: true }).waitFor()
  await dan.page.getByRole('button', { name: 'Next' }).click()
  await dan.page.getByRole('button', { name: 'Send' }).click()
  await dan.page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await leave(dan)
  const all = await readResponses(client, surveyId)
  expect(all.map(({ score, channel }) => `${score} ${channel}`).toSorted()).toEqual([
    '10 inProduct',
    '2 inProduct',
    '7 mail',
    '9 inProduct',
  ])
})

test('a response is on the timeline of its account, in Today, and explains the score', async () => {
  await page.goto(`/app/accounts/${accountId}?tab=timeline`)
  const item = page.getByRole('article').filter({ hasText: 'NPS 2' })
  await item.getByText('Support never called back').waitFor({ timeout: aJob })
  await item.getByRole('link', { name: 'All responses to How are we doing' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])

  await page.goto('/app/today')
  const cards = page.getByRole('region', { name: 'What deserves the next hour' }).locator('[data-card]')
  await cards.first().getByText('cat north gave “How are we doing” a 2').waitFor()

  const read = async () => {
    const address = `/health-management/scores/${accountId}?level=account&detail=true`
    return JSON.stringify((await client.get<{ data: object }>(address)).data)
  }
  await expect.poll(read, { timeout: aJob, interval: 500 }).toMatch(/"value":7\b/)
  await page.goto(`/app/accounts/${accountId}?tab=health`)
  await page.getByRole('region', { name: 'Breakdown' }).getByText('Last NPS').first().waitFor()
  await page
    .getByRole('region', { name: 'Behavior' })
    .getByText(/^Last NPS: .* → 7/)
    .waitFor()

  await page.goto(`/app/accounts/${accountId}?tab=surveys`)
  const nps = page.getByRole('region', { name: 'NPS', exact: true })
  await nps.getByText('25', { exact: true }).first().waitFor()
  const responses = page.getByRole('list', { name: 'Responses' })
  await responses.getByText('Support never called back').waitFor()
  await responses.getByRole('link', { name: 'cat north' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
})

test('the menu of a survey says why someone is not asked, and pauses and resumes it', async () => {
  const { data } = await client.get<{ data: { surveyId: number }[] }>(`${root}/surveys`)
  await page.goto(`/app/surveys/${data[0]!.surveyId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Who is asked' }).click()
  const drawer = page.getByRole('dialog', { name: 'Who is asked' })
  await drawer.getByRole('combobox').fill('ann')
  await page.getByRole('option', { name: /ann north/ }).click()
  await drawer.getByText('Not asked').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('This survey is paused').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('This survey is paused').waitFor({ state: 'detached' })
})
