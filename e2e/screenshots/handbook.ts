// Makes the pictures of the handbook, in docs/use, from the demo: `node e2e/screenshots/handbook.ts`.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser/launch.ts'
import { careForAccount } from '../cared-for-account.ts'
import { signInByApi, type Client } from '../client.ts'
import { demoLoaded, nameAdministrator } from '../demo-loaded.ts'
import { checkRows, chooseFile, goToMapping } from '../import-steps.ts'
import { save } from '../picture.ts'
import { startServer } from '../server.ts'
import { visit, visitAs } from '../visitor.ts'

const customers = join(import.meta.dirname, '../../apps/server/fixtures/import/northwind-customers.csv')

/** A rule with a group, and the segment that it makes. */
async function promisingSegment(client: Client): Promise<number> {
  const logic = {
    and: [
      { field: 'revenue', operator: 'greater', value: 500 },
      {
        or: [
          { field: 'employees', operator: 'greater', value: 2000 },
          { field: 'organization', operator: 'set' },
        ],
      },
    ],
  }
  const body = { name: 'Large or in a group', segmentLevel: 'account', isPrivate: false, logic }
  const { data } = await client.post<{ data: { segmentId: number } }>('/segment', body)
  return data.segmentId
}

async function shaping(page: Page, client: Client): Promise<void> {
  await page.goto('/app/accounts/board')
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  await page.locator('[data-card]').first().waitFor()
  await save(page, 'board')

  const segmentId = await promisingSegment(client)
  await page.goto(`/app/accounts/segments/${segmentId}`)
  await page.getByRole('grid').getByRole('link').first().waitFor()
  await save(page, 'segment')
  await page.goto(`/app/accounts/segments/${segmentId}?segment=edit`)
  await page.getByText(/accounts? match/).waitFor()
  await save(page, 'filter-builder')

  await page.goto('/app/settings/data-management/account')
  await page.getByRole('table', { name: 'Custom fields of accounts' }).waitFor()
  await save(page, 'fields')
  await page.getByRole('button', { name: 'New field' }).first().click()
  const drawer = page.getByRole('dialog', { name: /field$/ })
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Revenue per employee')
  await drawer.getByText('Formula', { exact: true }).first().click()
  await drawer.getByRole('textbox', { name: 'Formula' }).fill('round({revenue} / {employees})')
  await drawer.getByRole('combobox', { name: 'Try it on an account' }).fill('Codehow')
  await page.getByRole('option', { name: /^Codehow/ }).click()
  await drawer.getByText(/^Result/).waitFor()
  await save(page, 'formula')
}

/** What the tabs of a record's page hold. */
async function life(page: Page, address: string): Promise<void> {
  await page.goto(`${address}?tab=timeline`)
  await page.getByRole('article', { name: 'Activity: The second site' }).waitFor()
  await page.getByRole('heading', { name: /^Pinned/ }).waitFor()
  await save(page, 'timeline')

  await page.goto(`${address}?tab=timeline&log=note`)
  const note = page.getByRole('dialog', { name: 'New note' })
  await note.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Meeting minutes' }).click()
  await note.getByText('What was said').waitFor()
  const text = note.getByRole('textbox', { name: 'Note', exact: true })
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('@nora')
  await page.getByRole('listbox', { name: 'People and records' }).getByRole('option').first().waitFor()
  await save(page, 'note')
  await page.keyboard.press('Escape')
  await note.getByRole('button', { name: 'Discard' }).click()

  await page.goto(`${address}?tab=files`)
  await page.getByRole('button', { name: 'Floor plan.png', exact: true }).waitFor()
  await save(page, 'files')

  await page.goto(`${address}?tab=emails`)
  await page
    .getByRole('list', { name: 'Email threads' })
    .getByRole('button', { name: /The second site/ })
    .click()
  await page
    .getByRole('region', { name: 'Email', exact: true })
    .getByText('Thursday at ten')
    .first()
    .waitFor()
  await save(page, 'email')
}

/** How healthy a record is, and by what that is scored. */
async function health(page: Page, address: string): Promise<void> {
  await page.goto(`${address}?tab=health`)
  await page.getByRole('table', { name: 'Measures' }).waitFor()
  await page.getByText('Recalculated from the stored values').waitFor()
  await save(page, 'health')

  await page.goto('/app/settings/analytics-management?level=account')
  await page.getByRole('button', { name: /^Days since last contact/ }).click()
  await page.getByRole('textbox', { name: 'Threshold 1: points' }).waitFor()
  await page.getByRole('list', { name: 'Some accounts' }).waitFor()
  await save(page, 'health-settings')
}

/** Currencies, with the rates of a few months. */
async function money(page: Page, client: Client): Promise<void> {
  const rates = [0, 1, 2, 3].flatMap((back) => {
    const month = monthBack(back)
    return [
      { month, code: 'EUR', rate: 0.856 + back / 250 },
      { month, code: 'GBP', rate: 0.745 + back / 400 },
    ]
  })
  await client.post('/currency/exchange-rates', { rates: rates.slice(1) })
  await page.goto('/app/settings/data-management/currency')
  await page.getByRole('table', { name: 'Exchange rates' }).waitFor()
  await save(page, 'currency')
}

/** What a level is shaped by: its stages, where it has any, or its fields. */
async function levels(page: Page): Promise<void> {
  for (const level of ['organization', 'account', 'contact']) {
    await page.goto(`/app/settings/data-management/${level}?tab=stages`)
    await page.getByRole('list', { name: 'Lifecycle stages' }).waitFor()
    await save(page, `settings-${level}`)
  }
  await page.goto('/app/settings/data-management/pipeline')
  await page.getByRole('table', { name: 'Custom fields of pipelines' }).waitFor()
  await save(page, 'settings-pipeline')
}

/** The month that lies so many before the present one. */
function monthBack(back: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7)
}

const server = await startServer({ demo: true })
const browser = await launchBrowser()
try {
  await demoLoaded(server)
  await nameAdministrator(server)
  const stranger = await visit(browser, server, { colorScheme: 'light' })
  await stranger.page.goto('/login')
  await stranger.page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  await save(stranger.page, 'login')

  const { page } = await visitAs(browser, server, undefined, { colorScheme: 'light' })
  await page.goto('/app/accounts/list?sort=-arr')
  await page.getByRole('link', { name: 'Northstar Insurance' }).waitFor()
  await page.getByRole('region', { name: 'Key figures' }).getByText('Average health').waitFor()
  await save(page, 'list')
  await page.emulateMedia({ colorScheme: 'dark' })
  await save(page, 'list-dark')
  await page.emulateMedia({ colorScheme: 'light' })

  const address = await careForAccount(server, await signInByApi(server))
  await page.goto(address)
  await page.getByRole('heading', { name: 'Codehow' }).waitFor()
  await page.getByRole('tab', { name: /^Pipelines \d+/ }).waitFor()
  await page.getByRole('region', { name: 'Figures', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Nora Berg' }).waitFor()
  await page
    .getByText(/^Up .* since /)
    .first()
    .waitFor({ timeout: 120_000 })
  await save(page, 'record-360')
  await page.goto(`/app/accounts/list?peek=${address.split('/').at(-1)}`)
  await page.getByRole('complementary', { name: 'Peek' }).getByRole('region', { name: 'Figures' }).waitFor()
  await save(page, 'peek')
  await page.goto(address)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Undo this change' }).first().waitFor()
  await save(page, 'history')

  await life(page, address)
  await health(page, address)
  await money(page, await signInByApi(server))
  await levels(page)
  await shaping(page, await signInByApi(server))

  await chooseFile(page, 'Accounts', customers)
  await goToMapping(page)
  await page.getByRole('button', { name: /^Create fields for/ }).click()
  await page.getByRole('button', { name: /^Create \d+ fields$/ }).click()
  await page.getByText('Every column is matched.').waitFor()
  await checkRows(page)
  await save(page, 'import-preview')
} finally {
  await browser.close()
  await server.stop()
}
