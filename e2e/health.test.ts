import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import { addPerson } from './people.ts'
import { leave, visitAs } from './visitor.ts'

openJourneys()

const settings = '/app/settings/analytics-management'

async function accountWithPulse(pulse: number): Promise<{ id: number; name: string }> {
  const { accountId, globalFields } = await createRecord(client, 'accounts', { name: unique('Harbour') })
  const id = Number(accountId)
  await client.post('/core/entity-action/pulse?level=2', { parentIdentifier: id, pulse })
  return { id, name: globalFields.name }
}

async function openSettings(on: Page = page, level = 'account'): Promise<void> {
  await on.goto(`${settings}?level=${level}`)
  await on.getByRole('heading', { name: 'Measures', level: 2 }).waitFor()
}

async function openHealth(id: number, on: Page = page): Promise<void> {
  await on.goto(`/app/accounts/${id}?tab=health`)
  await on.getByRole('heading', { name: 'Breakdown' }).waitFor()
}

/** What earlier attempts saved and published goes. */
async function asDelivered(): Promise<void> {
  const of = '/health-management/models/account'
  await client.delete(of)
  const { data: versions } = await client.get<{ data: { versionId: number; number: number }[] }>(
    `${of}/versions`,
  )
  const first = versions.find(({ number }) => number === 1)
  if (versions.length > 1) await client.post(`${of}/versions/${first?.versionId}/restore`, { note: '' })
}

const section = (name: string, on: Page = page) => on.getByRole('region', { name, exact: true })

interface Scored {
  score: number | null
  healthStatus: string | null
}

/** The health of an account once it is as expected: scores follow by themselves. */
async function healthOnce(id: number, isExpected: (health: Scored) => boolean): Promise<Scored> {
  let health: Scored = { score: null, healthStatus: null }
  const read = async () => {
    const address = `/health-management/scores/${id}?level=account`
    health = (await client.get<{ data: Scored }>(address)).data
    return isExpected(health)
  }
  await expect.poll(read, { timeout: 60_000, interval: 500 }).toBe(true)
  return health
}

const isScored = ({ score }: Scored) => score !== null

test('a measure is defined, tried and published, and accounts tell why their score is so', async () => {
  await asDelivered()
  const { id, name } = await accountWithPulse(4)
  const before = await healthOnce(id, isScored)
  expect(before.healthStatus).not.toBe('Poor')
  await openSettings()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add measure' }).click()
  await section('Measures').getByText('In progress').waitFor()
  await page.getByRole('combobox', { name: 'Measures' }).fill('Pulse')
  await page.getByRole('option', { name: 'Pulse', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Delight')
  await page.getByRole('combobox', { name: 'Threshold 1: value' }).click()
  await page.getByRole('option', { name: 'Very Satisfied' }).click()
  await page.getByRole('textbox', { name: 'Threshold 1: points' }).fill('10')
  await page.getByRole('textbox', { name: 'Weight', exact: true }).fill('3')
  const supporting = page.getByRole('checkbox', { name: 'Supporting measure' })
  await supporting.check()
  await page
    .getByRole('listitem', { name: 'Delight' })
    .getByText('supporting', { exact: false })
    .first()
    .waitFor()
  await supporting.uncheck()
  await page.getByRole('textbox', { name: 'Weight of Outcomes' }).fill('1')
  await section('Measures').getByText('Completed').waitFor()
  // The head of the section stays while its measures scroll under it, and would cover half of a button.
  const first = page.getByRole('button', { name: 'Delete Pulse' })
  await first.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Measures' }).click()
  await section('Measures').getByText('Saved').waitFor()

  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByRole('combobox', { name: 'Account' }).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('row', { name: /^Delight/ }).waitFor()
  await page.getByRole('radio', { name: 'All accounts' }).check({ force: true })
  await page.getByRole('button', { name: 'Try on all accounts' }).click()
  await page.getByText(/accounts change their score band/).waitFor()
  await page.getByRole('button', { name: new RegExp(`from ${before.healthStatus} to Poor$`) }).click()
  await page
    .getByRole('list', { name: `From ${before.healthStatus} to Poor` })
    .getByRole('link', { name })
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish version/ })
  await dialog.getByText('Measure Delight').waitFor()
  await dialog.getByRole('textbox', { name: 'What changes and why?' }).fill('Only delight is good.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.waitFor({ state: 'detached' })

  const { score } = await healthOnce(id, ({ healthStatus }) => healthStatus === 'Poor')
  await openHealth(id)
  await page.getByRole('row', { name: /^Delight/ }).waitFor()
  await page.getByRole('region', { name: 'Rule change' }).getByText('Only delight is good.').first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('radio', { name: 'Table' }).check({ force: true })
  await page
    .getByRole('region', { name: 'Steps of the score' })
    .getByRole('cell', { name: `${score?.toFixed(1)} Poor` })
    .waitFor()

  await openSettings()
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Roll back to version 1' }).click()
  const restore = page.getByRole('dialog', { name: 'Roll back to version 1?' })
  await restore.getByRole('textbox', { name: 'Reason' }).fill('Too early.')
  await restore.getByRole('button', { name: 'Roll back' }).click()
  await page.getByText('the same as version 1').first().waitFor()
  await healthOnce(id, (health) => health.score === before.score)
})

test('what is not saved outlives a reload, warns on leaving, and is cancelled', async () => {
  await openSettings(page, 'contact')
  const lower = page.getByRole('textbox', { name: 'Average from' })
  await lower.fill('3.5')
  await section('Score bands').getByText('Completed').waitFor()
  await page.getByRole('textbox', { name: 'Good from' }).fill('2')
  await section('Score bands').getByText('In progress').waitFor()
  await page.reload()
  await expect.poll(() => lower.inputValue(), { timeout: 30_000 }).toBe('3.5')
  await page.getByRole('tab', { name: 'Accounts' }).click()
  const warning = page.getByRole('dialog', { name: 'Leave without saving?' })
  await warning.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Cancel changes of Score bands' }).click()
  await expect.poll(() => lower.inputValue(), { timeout: 10_000 }).toBe('4')
  await page.getByRole('tab', { name: 'Accounts' }).click()
  await page.getByRole('tab', { name: 'Accounts', selected: true }).waitFor()
})

test('two administrators at once see what the other did, and nothing is lost', async () => {
  const email = `${unique('ada').replace(' ', '')}@example.com`
  await addPerson(server, { email, firstName: 'Ada', lastName: 'Berg', roleId: 3 })
  const other = await visitAs(browser, server, email)
  await openSettings(page, 'contact')
  await openSettings(other.page, 'contact')
  await other.page.getByRole('button', { name: 'Delete Days since last contact' }).click()
  await other.page.getByRole('button', { name: 'Save Measures' }).click()
  await section('Measures', other.page).getByText('Saved').waitFor()

  await page.getByRole('button', { name: /^Pulse/ }).click()
  await page.getByRole('textbox', { name: 'Weight', exact: true }).fill('7')
  await page.getByRole('button', { name: 'Save Measures' }).click()
  const conflict = page.getByRole('alert', { name: 'Changed by another user' })
  await conflict.getByText(/^Ada Berg changed this draft/).waitFor()
  await conflict.getByText('Measure Days since last contact').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Apply mine' }).click()
  await page.getByRole('button', { name: 'Save Measures' }).click()
  await section('Measures').getByText('Saved').waitFor()
  const { data } = await client.get<{ data: { draft: { measures: { name: string; weight: number }[] } } }>(
    '/health-management/models/contact',
  )
  expect(data.draft.measures.map(({ name, weight }) => [name, weight])).toEqual([
    ['Pulse', 7],
    ['Latest sentiment', 2],
  ])
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('No unpublished changes.').waitFor()
  await leave(other)
})

test('a score is set by hand for a while; who only reads sees why', async () => {
  const { id } = await accountWithPulse(5)
  const before = await healthOnce(id, isScored)
  await openHealth(id)
  await page.getByRole('button', { name: 'Override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Override the score' })
  await dialog.getByRole('button', { name: 'Set score' }).click()
  await dialog.getByText('Enter a score from 0 to 10.').waitFor()
  await dialog.getByRole('textbox', { name: 'Score' }).fill('2.5')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their sponsor left.')
  await dialog.getByRole('button', { name: 'Set score' }).click()
  const banner = section('Override')
  await banner.first().getByText('Their sponsor left.').waitFor()

  const email = `${unique('vera').replace(' ', '')}@example.com`
  await addPerson(server, { email, firstName: 'Vera', lastName: 'Lind', roleId: 4 })
  const viewer = await visitAs(browser, server, email)
  await openHealth(id, viewer.page)
  await viewer.page.getByText('Set to 2.5 by hand').waitFor()
  expect(await viewer.page.getByRole('button', { name: /override/i }).count()).toBe(0)
  await viewer.page.goto(settings)
  await viewer.page.getByText("You don't have access to the health settings").waitFor()
  await leave(viewer)

  await page.getByRole('button', { name: 'End override' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End override' }).click()
  await healthOnce(id, (health) => health.score === before.score)
  await page.getByRole('button', { name: 'Override', exact: true }).waitFor()
})
