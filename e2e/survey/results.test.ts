import { expect, test } from 'vitest'
import { seriousFaultsInThemes } from '../axe.ts'
import { callAnonymously } from '../client.ts'
import { client, openJourneys, page, server } from '../journey.ts'
import { publishSurvey, tokenOf } from './surveys.ts'

openJourneys('administrator')

const en = (text: string) => ({ en: text })
const role = {
  key: 'role',
  type: 'singleChoice',
  text: en('What is your role?'),
  options: [
    { key: 'dev', text: en('Developer') },
    { key: 'ops', text: en('Operations') },
  ],
  branches: [{ operator: 'equals', value: 'ops', goTo: 'why' }],
}
const questions = [
  role,
  { key: 'stars', type: 'rating', text: en('How good is the editor?') },
  { key: 'why', type: 'longText', text: en('What is missing?') },
  { key: 'quote', type: 'consent', text: en('May we quote you?') },
]
const all = [
  { role: 'dev', stars: 4, why: 'Dark mode', quote: true },
  { role: 'dev', stars: 2, why: 'Speed' },
  { role: 'dev', why: 'More charts' },
  { role: 'ops', why: 'A command line' },
]

test('the page of a survey shows what was answered to each question, as the filters say', async () => {
  const content = { type: 'custom', questions, channels: { openLink: true } }
  const { surveyId, openLink } = await publishSurvey(client, 'Editor survey', content)
  for (const [at, answers] of all.entries()) {
    const form = { answers, visitor: `visitor-of-the-journey-${at}`, isComplete: true }
    await callAnonymously(server, `/survey-ask/${tokenOf(openLink)}/answer`, form)
  }
  await page.goto(`/app/surveys/${surveyId}`)
  const list = page.getByRole('list', { name: 'Questions' })
  const figures = (question: string, answer: string) =>
    list.getByRole('table', { name: question }).getByRole('row', { name: answer }).innerText()
  await list.getByText('Shown to 4 · 4 answered · 0 skipped').first().waitFor()
  expect(await figures('What is your role?', 'Developer')).toMatch(/3\s+75%/)
  await list.getByText('Shown to 3 · 2 answered · 1 skipped').waitFor()
  expect(await figures('How good is the editor?', '4')).toMatch(/1\s+50%/)
  expect(await figures('May we quote you?', 'Yes')).toMatch(/1\s+25%/)
  const latest = list.getByRole('list', { name: 'Latest answers to What is missing?' })
  expect(await latest.getByRole('listitem').count()).toBe(3)
  expect(await seriousFaultsInThemes(page)).toEqual([])

  await list.getByRole('button', { name: 'Show all 4' }).click()
  const drawer = page.getByRole('dialog', { name: 'What is missing?' })
  await drawer.getByText('Dark mode').waitFor()
  expect(await drawer.getByRole('listitem').count()).toBe(4)
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Responses' }).click()
  await page.getByRole('list', { name: 'Responses' }).getByText('A command line').waitFor()
  await page.reload()
  await page.getByRole('tab', { name: 'Responses', selected: true }).waitFor()
  await page.goto(`/app/surveys/${surveyId}?channel=mail`)
  await page.getByText('No matching responses').waitFor()
})

test('a removed question and a removed option keep their answers, and a new one does not inherit them', async () => {
  const { data } = await client.get<{ data: { surveyId: number }[] }>('/survey-management/surveys')
  const { surveyId } = data[0]!
  await page.goto(`/app/surveys/editor/${surveyId}`)
  await page.getByRole('button', { name: 'Delete question 4' }).click()
  await page.getByRole('button', { name: 'Delete option 2' }).click()
  await page
    .getByRole('region', { name: 'Question 1' })
    .getByRole('button', { name: 'Delete branch 1' })
    .click()
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.getByRole('textbox', { name: 'Option 2' }).fill('Support')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Survey published').waitFor()

  await page.goto(`/app/surveys/${surveyId}`)
  const list = page.getByRole('list', { name: 'Questions' })
  await list.getByText('Removed, last in version 1').waitFor()
  const roles = list.getByRole('table', { name: 'What is your role?' })
  expect(await roles.getByRole('row', { name: 'Operations' }).innerText()).toMatch(/Removed\s+1\s+25%/)
  expect(await roles.getByRole('row', { name: 'Support' }).innerText()).toMatch(/0\s+0%/)
  expect(await seriousFaultsInThemes(page)).toEqual([])
})
