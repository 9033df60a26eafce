import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { administrationScreens, prepareAdministration, type Screen } from './screens/administration.ts'
import { seriousFaultsInThemes } from './axe.ts'
import { createField, createRecord } from './customers.ts'
import { checkRows, chooseFile, goToMapping, mapColumn, runImport } from './import-steps.ts'
import { browser, client, server, startJourneys } from './journey.ts'
import { expireSessions } from './people.ts'
import { listOverlays } from './screens/list-overlays.ts'
import { profileScreens } from './screens/profile.ts'
import { signedOutScreens } from './screens/signed-out.ts'
import { visit, visitAs } from './visitor.ts'

const file = join(import.meta.dirname, '../apps/server/fixtures/import/northwind-customers.csv')

let account: string
let segment: string

startJourneys()

beforeAll(async () => {
  const { organizationId } = await createRecord(client, 'organizations', { name: 'Northern Lights' })
  const seats = await createField(client, 'account', 'Seats', 'number')
  const plan = await createField(client, 'account', 'Plan', 'multiPicklist', ['Starter', 'Business'])
  const parent = { organization: organizationId }
  for (const name of ['Alder', 'Birch', 'Cedar']) {
    await createRecord(client, 'accounts', { name, ...parent, 'system:pulse': 2 }, { [seats]: 4 })
  }
  const { accountId } = await createRecord(client, 'accounts', { name: 'Dogwood', ...parent }, { [plan]: [] })
  await createRecord(client, 'contacts', { name: 'Nora Berg', email: 'nora@example.com', account: accountId })
  await client.post(`/core/accounts/${accountId}`, { data: { [seats]: 12, 'system:pulse': 5 } })
  const isUnhappy = { field: 'system:pulse', operator: 'isSetTo', value: [1, 2] }
  const isLarge = { field: seats, operator: 'greater', value: 10 }
  const logic = { and: [{ or: [isUnhappy, isLarge] }, { field: 'gone', operator: 'set' }] }
  const { data } = await client.post<{ data: { segmentId: number } }>('/segment', {
    name: 'Unhappy or large',
    segmentLevel: 'account',
    isPrivate: false,
    logic,
  })
  segment = `/app/accounts/segments/${data.segmentId}`
  await prepareAdministration(client)
  account = `/app/accounts/${accountId}`
})

const screens: Screen[] = [
  {
    name: 'list with rows',
    async open(page) {
      await page.goto('/app/accounts/list')
      await page.getByRole('link', { name: 'Alder' }).waitFor()
    },
  },
  {
    name: 'list without rows',
    async open(page) {
      await page.goto('/app/pipelines/list')
      await page.getByText('No pipelines yet').waitFor()
    },
  },
  {
    name: 'list without a match',
    async open(page) {
      await page.goto('/app/accounts/list?q=nothing')
      await page.getByText('No accounts match').waitFor()
    },
  },
  {
    name: 'record',
    async open(page) {
      await page.goto(account)
      await page.getByRole('heading', { name: 'Recent activity' }).waitFor()
    },
  },
  {
    // Beside the tabs, and one of them where the screen is narrow.
    name: 'fields of a record',
    async open(page) {
      await page.goto(`${account}?tab=details`)
      await page.getByRole('button', { name: /^Edit Pulse/ }).waitFor()
    },
  },
  {
    name: 'stages of a record',
    async open(page) {
      await page.goto(account)
      await page.getByRole('button', { name: /^Stage: / }).click()
      await page.getByRole('list', { name: 'Move to stage' }).waitFor()
    },
  },
  {
    name: 'health of a record',
    async open(page) {
      await page.goto(`${account}?tab=health`)
      await page.getByRole('table', { name: 'Measures' }).waitFor()
    },
  },
  {
    name: 'new activity',
    async open(page) {
      await page.goto(`${account}?log=activity`)
      await page.getByRole('textbox', { name: 'Next step' }).waitFor()
      // The editor gets its name once it is there.
      await page.getByRole('textbox', { name: 'What happened', exact: true }).waitFor()
    },
  },
  {
    name: 'first steps',
    async open(page) {
      await page.goto('/app/getting-started')
      await page.getByRole('heading', { name: 'Import your customers' }).waitFor()
    },
  },
  {
    name: 'recent changes',
    async open(page) {
      await page.goto('/app/recent-changes')
      await page.getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'children of a record',
    async open(page) {
      await page.goto(`${account}?tab=contacts`)
      await page.getByRole('link', { name: 'Nora Berg' }).waitFor()
    },
  },
  {
    name: 'history of a record',
    async open(page) {
      await page.goto(`${account}?tab=history`)
      await page.getByRole('button', { name: 'Undo this change' }).first().waitFor()
    },
  },
  {
    name: 'form with faults',
    async open(page) {
      await page.goto('/app/accounts/list?create=true')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Name is required.').waitFor()
    },
  },
  {
    name: 'segments',
    async open(page) {
      await page.goto('/app/segments')
      await page.getByText('1 broken condition').waitFor()
      await page.getByText('Pulse is High Risk').waitFor()
    },
  },
  {
    name: 'no segments',
    async open(page) {
      await page.goto('/app/contacts/segments')
      await page.getByText('No segments yet').waitFor()
    },
  },
  {
    name: 'segment with changes',
    async open(page) {
      await page.goto(`${segment}?filter={"and":[]}`)
      await page.getByText('Modified').waitFor()
      await page.getByRole('link', { name: 'Alder' }).waitFor()
    },
  },
  {
    name: 'rule of a segment',
    async open(page) {
      await page.goto(`${segment}?segment=edit`)
      await page.getByText('accounts match').waitFor()
      await page.getByRole('button', { name: 'Pulse is High Risk or Some Risk', exact: true }).click()
      await page
        .getByRole('dialog', { name: 'Condition' })
        .getByRole('option', { name: 'Moderate' })
        .waitFor()
    },
  },
  {
    name: 'segment that is gone',
    async open(page) {
      await page.goto('/app/accounts/segments/999999')
      await page.getByText('This segment no longer exists').waitFor()
    },
  },
  {
    name: 'command menu',
    async open(page) {
      await page.goto('/app/organizations/list')
      await page.getByRole('link', { name: 'Northern Lights' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search records or type a command' }).fill('Alder')
      await page.getByRole('option', { name: 'Alder' }).waitFor()
    },
  },
  {
    name: 'not found',
    async open(page) {
      await page.goto('/app/no-such-place')
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    },
  },
]

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

describe.each(windows)('$width px', (viewport) => {
  const look = { viewport }

  test('sign-in, with what it says about empty fields', async () => {
    const { page, context } = await visit(browser, server, look)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByText('Please enter your username').waitFor()
    expect(await seriousFaultsInThemes(page)).toEqual([])
    await context.close()
  })

  test('the other screens of the signed-out area', async () => {
    const { page, context, complaints } = await visit(browser, server, look)
    for (const screen of signedOutScreens) {
      await screen.open(page)
      expect.soft(await seriousFaultsInThemes(page), screen.name).toEqual([])
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each([
    ['the screens of records', screens],
    ['what lies over a list', listOverlays],
    ['the screens of administration', [...administrationScreens, ...profileScreens]],
  ] as const)('%s', { timeout: 400_000 }, async (_, shown) => {
    const { page, context, complaints } = await visitAs(browser, server, undefined, look)
    for (const screen of shown) {
      await screen.open(page)
      expect.soft(await seriousFaultsInThemes(page), screen.name).toEqual([])
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the steps of an import', async () => {
    const { page, context, complaints } = await visitAs(browser, server, undefined, look)
    await page.goto('/app/imports/new?level=contacts')
    await page.getByText('Drop a file here').waitFor()
    expect.soft(await seriousFaultsInThemes(page), 'file').toEqual([])
    await chooseFile(page, 'Accounts', file)
    expect.soft(await seriousFaultsInThemes(page), 'read').toEqual([])
    await goToMapping(page)
    // Each window imports the same file again, so nothing may tell that the customers are there.
    await mapColumn(page, 'CustomerID', 'Do not import')
    await page.getByRole('radio', { name: /^None/ }).check()
    expect.soft(await seriousFaultsInThemes(page), 'map').toEqual([])
    await checkRows(page)
    expect.soft(await seriousFaultsInThemes(page), 'check').toEqual([])
    await runImport(page)
    expect.soft(await seriousFaultsInThemes(page), 'result').toEqual([])
    await page.goto('/app/imports')
    await page.getByRole('link', { name: 'northwind-customers.csv' }).first().waitFor()
    expect.soft(await seriousFaultsInThemes(page), 'history').toEqual([])
    await page.goto('/app/recent-changes')
    await page.getByRole('link', { name: 'Open import', exact: true }).first().waitFor()
    expect.soft(await seriousFaultsInThemes(page), 'recent changes with an import').toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('the dialog about an ended session', async () => {
  const { page, context } = await visitAs(browser, server)
  await page.goto('/app/accounts/list')
  await page.getByRole('link', { name: 'Alder' }).waitFor()
  await expireSessions(server)
  const answer = () =>
    page.evaluate<number>(`fetch('/api/identity/session', { headers: { authorization:
    'Bearer ' + JSON.parse(localStorage.getItem('steward.auth')).token } }).then(({ status }) => status)`)
  await expect.poll(answer, { timeout: 10_000 }).toBe(401)
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('Birch')
  await page.getByRole('dialog', { name: 'Session Expired' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await context.close()
})
