import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { createRecord } from './customers.ts'
import { client, openJourneys, page, server } from './journey.ts'
import { listRecords } from './lists.ts'
import { addPerson } from './people.ts'

/** More than a list loads at first. */
const many = 450

openJourneys()

beforeAll(async () => {
  const data = Array.from({ length: many }, (_, at) => ({ name: `Tree ${String(at + 1).padStart(3, '0')}` }))
  const config = { columns: [], key: [] }
  await client.post('/core/entity/bulk', { type: 'entityBulkUpload', level: 'account', config, data })
  while ((await listRecords(client, 'accounts')).totalItemCount < many) await wait(100)
})

const bar = () => page.getByRole('toolbar', { name: 'Selected rows' })
const dialog = () => page.getByRole('dialog')

async function selectAllMatching(): Promise<void> {
  await page.goto('/app/accounts/list')
  await page.getByRole('link', { name: 'Tree 001' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await page.getByRole('button', { name: `Select all ${many} matching` }).click()
  await page.getByText(`All ${many} selected`).waitFor()
}

async function countInStage(stage: string): Promise<number> {
  const { data } = await listRecords(client, 'accounts')
  return data.filter(({ globalFields }) => globalFields['lifecycleStage'] === stage).length
}

/** Jobs let calls go first. Milliseconds. */
const aJob = 60_000

test('everything that matches is previewed, updated by a job, and undone', async () => {
  await selectAllMatching()
  await bar().getByRole('button', { name: 'Stage' }).click()
  await page.getByRole('menuitem', { name: 'Renewal' }).click()
  await dialog()
    .getByRole('heading', { name: `Update ${many} accounts?` })
    .waitFor()
  await dialog().getByText(`${many} will change`).waitFor()
  const example = dialog().getByRole('row').filter({ hasText: 'Tree' }).first()
  await example.getByRole('cell', { name: 'Renewal' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog()
    .getByRole('button', { name: `Update ${many} records` })
    .click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByText('You will be notified on completion; refresh the app.').waitFor()
  await bar().waitFor({ state: 'detached' })
  await messages.getByRole('button', { name: 'Show progress' }).click()

  await page.getByRole('heading', { name: 'Set Lifecycle Stage to Renewal' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Completed' }).waitFor({ timeout: aJob })
  await page.getByRole('definition').filter({ hasText: 'PreparedUpdate Update' }).waitFor()
  expect(await countInStage('Renewal')).toBe(many)
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Imports' }).first().click()
  const row = page
    .getByRole('table', { name: 'Imports' })
    .getByRole('row')
    .filter({ hasText: 'Set Lifecycle Stage to Renewal' })
    .first()
  await row.getByRole('button', { name: 'Undo update' }).click()
  await dialog().getByRole('button', { name: 'Undo update' }).click()
  await row.getByText(`Undone: ${many} accounts reverted.`).waitFor({ timeout: aJob })
  expect(await countInStage('Renewal')).toBe(0)
})

test('what cannot be done is told before it is started', async () => {
  await selectAllMatching()
  await bar().getByRole('button', { name: 'Change owner' }).click()
  await dialog().getByText('Remove', { exact: true }).click()
  await dialog().getByRole('option').first().click()
  await dialog()
    .getByRole('button', { name: `Update ${many} accounts` })
    .click()
  await dialog().getByText('A record needs at least one owner.').waitFor()
  await dialog().getByText(`0 will change · ${many} are skipped`).waitFor()
  expect(await dialog().getByRole('button', { name: 'Update 0 records' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByText(`All ${many} selected`).waitFor()
})

test('a row that is taken out leaves the rows that are loaded', async () => {
  await selectAllMatching()
  await page.getByRole('checkbox', { name: 'Select Tree 002' }).click()
  await page.getByText(`All ${many} selected`).waitFor({ state: 'detached' })
  await bar()
    .getByText(/^\d+ selected$/)
    .waitFor()
  expect(
    await bar()
      .getByRole('button', { name: /^Select all/ })
      .count(),
  ).toBe(0)
})

/** The owners of each account of a name. */
const ownersOf = async (name: string) => {
  const { data } = await listRecords(client, 'accounts', `&query=${name}`)
  return data.map(({ globalFields }) => (globalFields['owners'] as { id: number }[]).map(({ id }) => id))
}

let turn = 0

test('what somebody owns is handed over to another owner, and Undo gives it back', async () => {
  turn += 1
  const [ada, bea] = [`Ada ${turn}`, `Bea ${turn}`]
  const person = (name: string) =>
    addPerson(server, {
      email: `${name.replace(' ', '')}@example.com`.toLowerCase(),
      firstName: name.split(' ')[0] ?? '',
      lastName: String(turn),
      roleId: 1,
    })
  const [from, to] = [await person(ada), await person(bea)]
  for (const name of ['Oak', 'Ash']) await createRecord(client, 'accounts', { name, 'system:owners': [from] })
  await page.goto('/app/user-management')
  await page.getByRole('button', { name: `Actions for ${ada}` }).click()
  await page.getByRole('menuitem', { name: 'Transfer records…' }).click()
  await dialog().getByRole('combobox', { name: 'New owner' }).fill('Bea')
  await page.getByRole('option', { name: bea }).click()
  await dialog().getByRole('checkbox', { name: '2 accounts' }).waitFor()
  await dialog().getByText('Ash, Oak').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Transfer 2 records' }).click()
  await page.getByText(`2 records transferred to ${bea}`).waitFor()
  expect(await ownersOf('Oak')).toContainEqual([to])
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => ownersOf('Oak')).toContainEqual([from])
})
