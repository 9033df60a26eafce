import { expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import {
  checkRows,
  chooseFile,
  csvFile,
  goToMapping,
  nothing,
  runImport,
  undoImport,
} from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'
import { listRecords, listTotals } from './lists.ts'

openJourneys()

const source = () => page.getByRole('combobox', { name: 'Where the IDs in ID come from' })

/** Says that the ids of the file are of a system that no field has ids of yet. */
async function addSource(name: string): Promise<void> {
  await source().click()
  await page.getByRole('option', { name: 'IDs of another system…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New source of IDs' })
  await dialog.getByRole('textbox', { name: 'Name of the system' }).fill(name)
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add system' }).click()
  await dialog.waitFor({ state: 'detached' })
  await source().getByText(`IDs of ${name}`).waitFor()
  await page.getByRole('radio', { name: new RegExp(`^${name} ID`), checked: true }).waitFor()
}

test('two systems with the same ids: neither touches the records of the other', async () => {
  const hubspot = csvFile('hubspot.csv', 'ID,Name', '17,Alder', '18,Birch')
  await chooseFile(page, 'Organizations', hubspot)
  await goToMapping(page)
  await addSource('HubSpot')
  expect(await checkRows(page)).toEqual({ ...nothing, create: 2 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 2 })

  const zendesk = csvFile('zendesk.csv', 'ID,Name', '17,Cedar', '18,Dogwood')
  await chooseFile(page, 'Organizations', zendesk)
  await goToMapping(page)
  await addSource('Zendesk')
  expect(await seriousFaults(page)).toEqual([])
  expect(await checkRows(page)).toEqual({ ...nothing, create: 2 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 2 })

  const next = csvFile('hubspot-next.csv', 'ID,Name', '17,Alder and sons', '18,Birch')
  await chooseFile(page, 'Organizations', next)
  await goToMapping(page)
  await source().click()
  await page.getByRole('option', { name: 'IDs of HubSpot', exact: true }).click()
  expect(await checkRows(page)).toEqual({ ...nothing, update: 1, unchanged: 1 })
  expect(await runImport(page)).toEqual({ ...nothing, update: 1, unchanged: 1 })

  const { data } = await listRecords(client, 'organizations')
  const alder = data.find(({ globalFields }) => globalFields.name === 'Alder and sons')
  await page.goto(`/app/organizations/${alder?.organizationId}`)
  await page.getByText('HubSpot ID').first().waitFor()

  for (const file of [next, zendesk, hubspot]) await undoImport(page, file.name)
  expect(await listTotals(client)).toMatchObject({ organizations: 0 })
})
