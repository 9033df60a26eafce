import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seriousFaultsInThemes } from '../axe.ts'
import { client, openJourneys, page } from '../journey.ts'
import { publishSurvey, readResponses } from './surveys.ts'

/** Jobs follow by themselves, and let calls go first. Milliseconds. */
const aJob = 60_000

const sfo = readFileSync(new URL('../../apps/server/fixtures/survey/sfo-2017.csv', import.meta.url))

openJourneys('administrator')

const columnFor = (label: string) => page.getByRole('combobox', { name: `Column for ${label}` })

test('past responses are matched, previewed, imported and undone', async () => {
  const { surveyId } = await publishSurvey(client, 'Airport survey', { channels: { openLink: true } })
  await page.goto(`/app/surveys/${surveyId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import responses' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  const file = { name: 'sfo-2017.csv', mimeType: 'text/csv', buffer: sfo }
  await page.getByLabel('File to import').setInputFiles(file)

  await columnFor('Account').waitFor()
  const answers = page.getByRole('region', { name: 'Answers' })
  const inAnswers = answers.getByRole('combobox').first()
  await expect.poll(() => inAnswers.inputValue()).toBe('NETPRO')
  await expect.poll(() => columnFor('Account').inputValue()).toBe('AIRLINE')
  const reading = page.getByRole('region', { name: 'How the file is read' })
  await reading.getByText('2,831 rows').waitFor()
  await reading.getByText('Check and correct').click()
  const choose = async (delimiter: string) => {
    await reading.getByRole('combobox', { name: 'Delimiter' }).click()
    await page.getByRole('option', { name: delimiter }).click()
  }
  await choose('bar')
  await reading.getByText('with 1 column,').waitFor()
  await choose('comma')
  await reading.getByText('with commas between them').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await expect.poll(() => inAnswers.inputValue()).toBe('NETPRO')
  await page.getByRole('textbox', { name: 'Cells that mean no answer' }).fill('11')
  await page.getByRole('button', { name: 'Preview import' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('2,831', { exact: true }).waitFor()
  await preview.getByText('2,746', { exact: true }).first().waitFor()
  await preview.getByText('40', { exact: true }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  expect(await readResponses(client, surveyId)).toEqual([])

  await page.getByRole('button', { name: 'Import 2,746 responses' }).click()
  const imports = page.getByRole('region', { name: 'Imports' })
  await imports.getByText('Finished', { exact: true }).waitFor({ timeout: aJob })
  await imports.getByText('2,746 imported, 85 without an answer').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  expect((await readResponses(client, surveyId)).length).toBeGreaterThan(0)

  await imports.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo import' })
    .click()
  await imports.getByText('Undone', { exact: true }).waitFor({ timeout: aJob })
  expect(await readResponses(client, surveyId)).toEqual([])
})
