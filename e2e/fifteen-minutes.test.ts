import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { csvFile } from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'
import { startTestServer } from './test-server.ts'

openJourneys('stranger', () => startTestServer({ DEMO: 'on', STARTER_FIELDS: 'on' }))

/** Loading and removing the demo may take so long on a busy machine. Milliseconds. */
const long = 600_000
const story = 'Vantage Clinics'

type DemoState = 'none' | 'loading' | 'loaded' | 'removing'

async function demoIs(state: DemoState): Promise<void> {
  const read = async () => (await client.get<{ data: { demo: DemoState } }>('/getting-started')).data.demo
  await expect.poll(read, { timeout: long, interval: 1000 }).toBe(state)
}

/** The clicks of the task that is being done, and those of the tasks before. */
const counted: { task: string; clicks: number; budget: number }[] = []
let clicks = 0

async function click(target: Locator): Promise<void> {
  await target.click()
  clicks += 1
}

/** Does a task, and keeps how many clicks it took beside how many it may take. */
async function within(budget: number, task: string, run: () => Promise<void>): Promise<void> {
  clicks = 0
  await run()
  counted.push({ task, clicks, budget })
}

const rowOf = (name: string) => page.getByRole('row', { name: `Select ${name}` })
const loaded = () => page.locator('[role=grid]:not([aria-busy=true]), [role=treegrid]:not([aria-busy=true])')
const popover = () => page.getByRole('group', { name: 'Health', exact: true })

/** Looks around in a role, as the sign-in page offers it on the machine's own address. */
async function lookAroundAs(role: 'Manager' | 'Administrator'): Promise<void> {
  await page.goto('/login')
  await page.getByRole('region', { name: 'Look around' }).getByRole('button', { name: role }).click()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
}

async function asManager(): Promise<void> {
  await lookAroundAs('Manager')
  await within(0, 'Who needs attention, and why', async () => {
    const first = page
      .getByRole('region', { name: 'What deserves the next hour' })
      .locator('[data-card]')
      .first()
    await first.getByRole('list', { name: /^Why / }).getByRole('listitem').first().waitFor()
  })
  expect(await seriousFaults(page)).toEqual([])
  await within(1, 'My customers with a poor score', async () => {
    await click(
      page.getByRole('complementary', { name: 'Around the day' }).getByRole('link', { name: /^Poor / }),
    )
    await rowOf(story).waitFor()
  })
  await within(0, 'Why did the score move', async () => {
    await loaded().waitFor()
    await rowOf(story).getByText('Poor', { exact: true }).hover()
    await popover()
      .getByText(/^Down \d+\.\d since .*: .* \([−+-]\d+\.\d\)/)
      .waitFor()
  })
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await popover().waitFor({ state: 'detached' })

  await within(1, 'Open the story behind it', async () => {
    await click(page.getByRole('link', { name: story, exact: true }))
    await page.getByRole('heading', { name: story, level: 1 }).waitFor()
    await page
      .getByRole('tabpanel')
      .getByText(/^Down \d+\.\d since/)
      .waitFor()
  })
  await within(4, 'Log a call with a next step', logCall)
  await within(2, 'Renewals in 90 days', async () => {
    await click(page.getByRole('link', { name: 'Accounts', exact: true }).first())
    await rowOf(story).waitFor()
    await click(
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Renewals in 90 days' }),
    )
    await rowOf('Civic Data Office').waitFor()
    await rowOf(story).waitFor({ state: 'detached' })
  })
  expect(await seriousFaults(page)).toEqual([])
  await restoreValue()
}

async function logCall(): Promise<void> {
  await click(page.getByRole('button', { name: 'Log another type' }))
  await click(page.getByRole('menuitem', { name: /^Activity/ }))
  const drawer = page.getByRole('dialog', { name: 'Log an activity' })
  await click(drawer.getByText('Call', { exact: true }))
  await drawer.getByRole('textbox', { name: 'Subject' }).fill('Single sign-on works in staging')
  await drawer.getByRole('textbox', { name: 'Next step' }).fill('Book the go-live with Anja')
  await drawer.getByRole('textbox', { name: 'Due' }).fill('2031-03-03')
  expect(await seriousFaults(page)).toEqual([])
  await click(drawer.getByRole('button', { name: 'Save activity' }))
  await page.getByText('Activity and next step added').waitFor()
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  await page.getByText('Book the go-live with Anja').first().waitFor()
}

async function restoreValue(): Promise<void> {
  await click(page.getByRole('link', { name: 'Civic Data Office', exact: true }))
  await page.getByRole('heading', { name: 'Civic Data Office', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Edit Seats: 160/ }).click()
  await page.getByRole('textbox', { name: 'Seats' }).fill('16')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit Seats: 16', exact: true }).waitFor()
  await within(2, 'Restore a value', async () => {
    await click(page.getByRole('tab', { name: 'History' }))
    await click(page.getByRole('button', { name: 'Restore Seats to 160' }))
    await page.getByText('Seats restored to 160').waitFor()
  })
  await page.getByRole('button', { name: 'Edit Seats: 160', exact: true }).waitFor()
}

const customers = csvFile(
  'customers.csv',
  'Name,ARR,Renewal date,Pulse',
  'Northwind,48000,2031-03-01,4',
  'Fabrikam,12500,2031-06-15,1',
)

async function asAdministrator(): Promise<void> {
  await lookAroundAs('Administrator')
  await within(3, 'Remove the demo', async () => {
    await click(page.getByRole('link', { name: /^Get started/ }))
    await click(page.getByRole('button', { name: 'Remove demo data' }))
    const question = page.getByRole('dialog', { name: 'Remove demo data?' })
    await click(question.getByRole('button', { name: 'Remove demo data' }))
  })
  await demoIs('none')
  await page.goto('/app/accounts/list')
  await page.getByText('No accounts yet').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await within(5, 'Import own customers from an empty list', async () => {
    await click(page.getByRole('main').getByRole('link', { name: 'Import' }).last())
    await page.getByLabel('File to import').setInputFiles(customers)
    await click(page.getByRole('button', { name: 'Next: map the columns' }))
    await click(page.getByRole('button', { name: 'Next: check the rows' }))
    await click(page.getByRole('button', { name: 'Import 2 accounts' }))
    await click(page.getByRole('link', { name: 'Open accounts' }))
    await rowOf('Northwind').waitFor()
  })
  await rowOf('Northwind')
    .getByText(/48,000/)
    .waitFor()
  await expect
    .poll(
      async () => {
        const { data } = await client.get<{
          data: { globalFields: { name: string; health: number | null } }[]
        }>('/core/accounts?pageSize=10')
        return data.map(({ globalFields }) => globalFields.health !== null)
      },
      { timeout: long, interval: 500 },
    )
    .toEqual([true, true])
  await page.reload()
  await rowOf('Fabrikam').getByText('Poor', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Health bands' }).getByRole('button', { name: 'Poor' }).click()
  await rowOf('Northwind').waitFor({ state: 'detached' })
  await rowOf('Fabrikam').waitFor()
}

test(
  'fifteen minutes on a new instance: as a manager, then as the administrator with own customers',
  async () => {
    await demoIs('loaded')
    await asManager()
    await page.context().clearCookies()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await asAdministrator()
    console.table(counted)
    expect(counted.filter(({ clicks: taken, budget }) => taken > budget)).toEqual([])
  },
  long,
)
