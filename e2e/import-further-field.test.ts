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

openJourneys()

interface Accounts {
  data: { globalFields: { name: string; about: string | null; createdAt: string } }[]
}

test('a column also fills another field, by the keyboard alone, and another gives the creation date', async () => {
  const file = csvFile('further.csv', 'Kunde;Angelegt am', 'Alder;04.03.2019', 'Birch;05.03.2019')
  await chooseFile(page, 'Accounts', file)
  await goToMapping(page)
  const created = page.getByRole('combobox', { name: 'Field for Angelegt am' })
  expect(await created.inputValue()).toBe('Created')

  const add = page.getByRole('button', { name: 'Also fill another field from Kunde' })
  await add.focus()
  await page.keyboard.press('Enter')
  const second = page.getByRole('combobox', { name: 'Field 2 for Kunde' })
  await second.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('About')
  await page.getByRole('option', { name: 'About' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await second.inputValue()).toBe('About')
  await second.and(page.locator(':focus')).waitFor()
  expect(await seriousFaults(page)).toEqual([])

  // A field that is added and removed leaves nothing, and the focus at the button.
  await add.click()
  await page.getByRole('button', { name: 'Remove the field from Kunde' }).click()
  await add.and(page.locator(':focus')).waitFor()

  expect(await checkRows(page)).toEqual({ ...nothing, create: 2 })
  expect(await runImport(page)).toEqual({ ...nothing, create: 2 })
  const { data } = await client.get<Accounts>('/core/accounts')
  expect(data.map(({ globalFields: { name, about, createdAt } }) => [name, about, createdAt])).toEqual([
    ['Alder', 'Alder', '2019-03-04'],
    ['Birch', 'Birch', '2019-03-05'],
  ])
  expect(await undoImport(page, file.name)).toBe('Undone: 2 accounts reverted.')
})
