import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seriousFaultsInThemes } from '../axe.ts'
import { createRecord } from '../customers.ts'
import { client, openJourneys, page, unique, visitor } from '../journey.ts'
import { publishSurvey, readResponses, root } from './surveys.ts'

openJourneys('stranger')

const rating = {
  key: 'q1',
  type: 'rating',
  text: { en: 'How good was the support?', de: 'Wie gut war die Hilfe?' },
  isRequired: true,
  max: 5,
}
const questions = [
  {
    key: 'score',
    type: 'score',
    text: { en: 'Would you recommend us?', de: 'Würden Sie uns empfehlen?' },
    isRequired: true,
    branches: [{ operator: 'atLeast', value: 9, goTo: 'q2' }],
  },
  rating,
  {
    key: 'q2',
    type: 'singleChoice',
    text: { en: 'What do you like most?', de: 'Was gefällt Ihnen am besten?' },
    options: [
      { key: 'o1', text: { en: 'Reports', de: 'Berichte' } },
      { key: 'o2', text: { en: 'Alerts' } },
    ],
  },
  { key: 'q3', type: 'longText', text: { en: 'Anything else?', de: 'Noch etwas?' } },
]
const thanks = [
  { from: 9, title: { en: 'Great!' }, link: { label: { en: 'Review us' }, url: 'https://example.com/' } },
  { title: { en: 'Thank you for your time', de: 'Danke für Ihre Zeit' } },
]
const content = { questions, thanks, channels: { openLink: true, mail: true } }

let surveyId: number
let openPath: string

beforeAll(async () => {
  const survey = await publishSurvey(client, unique('Page'), content)
  surveyId = survey.surveyId
  openPath = new URL(survey.openLink!).pathname
})

async function personalPath(name: string, ofSurvey = surveyId): Promise<string> {
  const contact = await createRecord(client, 'contacts', {
    name,
    email: `${unique('p').replace(' ', '')}@example.com`,
  })
  const { data } = await client.post<{ data: { address: string } }>(`${root}/surveys/${ofSurvey}/link`, {
    contactId: (contact as unknown as { contactId: number }).contactId,
  })
  return new URL(data.address).pathname
}

const question = (text: string, on: Page = page) => on.getByText(text)
const next = () => page.getByRole('button', { name: 'Next' })
const sendButton = () => page.getByRole('button', { name: 'Send' })

test('a survey is answered by keyboard alone, and the way through it follows the answers', async () => {
  await page.goto(await personalPath('Kay Board'))
  await question('Would you recommend us?').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: '0', exact: true, checked: true }).waitFor()
  await page.keyboard.press('Enter')
  await question('How good was the support?').waitFor()
  // The question has the focus, so that it is read out.
  expect(await page.evaluate('document.activeElement.textContent')).toBe('How good was the support?')

  await next().click()
  await page.getByText('Please answer this question.').waitFor()
  await page.getByRole('radio', { name: '4 of 5' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Alerts' }).check()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('radio', { name: '4 of 5', checked: true }).waitFor()
  await next().click()
  await page.getByRole('radio', { name: 'Alerts', checked: true }).waitFor()
  await next().click()
  await page.getByRole('textbox', { name: 'Anything else?' }).fill('<b>bold</b>')
  await sendButton().click()
  await page.getByRole('heading', { name: 'Thank you for your time' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  const response = (await readResponses(client, surveyId)).find(
    ({ contact }) => contact?.name === 'Kay Board',
  )
  expect(response).toMatchObject({ score: 0, comment: '<b>bold</b>', isComplete: true })
})

test('opening a link with a score selects it and sends nothing; a later click changes the answer', async () => {
  const path = await personalPath('Lin Click')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto(`${path}?score=9`)
  await page.getByRole('radio', { name: '9', exact: true, checked: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])
  await next().click()
  await question('What do you like most?').waitFor()
  await next().click()
  await sendButton().click()
  await page.getByRole('heading', { name: 'Great!' }).waitFor()
  expect(await page.getByRole('link', { name: 'Review us' }).getAttribute('href')).toBe(
    'https://example.com/',
  )

  await page.goto(`${path}?score=3`)
  await page.getByRole('radio', { name: '3', exact: true, checked: true }).waitFor()
  await next().click()
  await page.getByRole('radio', { name: '1 of 5' }).check({ force: true })
  await next().click()
  await next().click()
  await sendButton().click()
  await page.getByRole('heading', { name: 'Thank you for your time' }).waitFor()
  const mine = (await readResponses(client, surveyId)).filter(({ contact }) => contact?.name === 'Lin Click')
  expect(mine.map(({ score }) => score)).toEqual([3])
})

const endOf = (from: number, to: number, title: string) => ({ from, to, title: { en: title } })

test('each score leads to its own end, and the narrowest phone shows all of them without scrolling sideways', async () => {
  const ends = [
    [10, 'Great!'],
    [8, 'Thanks'],
    [3, 'We are sorry'],
  ] as const
  const { surveyId: ofScores } = await publishSurvey(client, unique('Ends'), {
    questions: [{ key: 'score', type: 'score', text: { en: 'Would you recommend us?' }, isRequired: true }],
    thanks: [endOf(9, 10, 'Great!'), endOf(7, 8, 'Thanks'), endOf(0, 6, 'We are sorry')],
    channels: { mail: true },
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [score, title] of ends) {
    await page.goto(`${await personalPath(`Gave ${score}`, ofScores)}?score=${score}`)
    await page.getByRole('radio', { name: String(score), exact: true, checked: true }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await sendButton().click()
    await page.getByRole('heading', { name: title }).waitFor()
  }
})

test('an answer that can’t be sent stays on the page, and is sent once the connection is back', async () => {
  await page.goto(openPath)
  await page.getByRole('radio', { name: '10', exact: true }).check({ force: true })
  await visitor.context.setOffline(true)
  await next().click()
  await question('What do you like most?').waitFor()
  await next().click()
  await page.getByRole('textbox').fill('Still here')
  await sendButton().click()
  await page.getByText('Your answer could not be sent.').waitFor()
  await visitor.context.setOffline(false)
  await sendButton().click()
  await page.getByRole('heading', { name: 'Great!' }).waitFor()
  const stored = (await readResponses(client, surveyId)).filter(({ channel }) => channel === 'openLink')
  expect(stored.map(({ comment, contact }) => [comment, contact])).toEqual([['Still here', null]])
  visitor.complaints.length = 0
})

test('the page speaks a language of the survey, and another one without losing what was typed', async () => {
  await page.goto(`${openPath}?language=de`)
  await question('Würden Sie uns empfehlen?').waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  await page.getByRole('radio', { name: '9', exact: true }).check({ force: true })
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await question('Would you recommend us?').waitFor()
  await page.getByRole('radio', { name: '9', exact: true, checked: true }).waitFor()
  await next().waitFor()
})

test('a survey in a language that is written from right to left is drawn from right to left', async () => {
  const text = { ar: 'هل توصي بنا؟' }
  const { openLink } = await publishSurvey(client, unique('Arabic'), {
    defaultLanguage: 'ar',
    questions: [{ key: 'score', type: 'score', text, isRequired: true }],
    thanks: [{ title: { ar: 'شكرا' } }],
    channels: { openLink: true },
  })
  await page.goto(new URL(openLink!).pathname)
  await question(text.ar).waitFor()
  const first = await page.getByText('0', { exact: true }).boundingBox()
  const last = await page.getByText('10', { exact: true }).boundingBox()
  expect(first!.x).toBeGreaterThan(last!.x)
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
  expect(await seriousFaultsInThemes(page)).toEqual([])
})

test('a link that is wrong, and a survey that is paused, are said so', async () => {
  await page.goto('/survey/a.1.2.wrong')
  await page.getByRole('heading', { name: 'This survey is not available' }).waitFor()
  const paused = await publishSurvey(client, unique('Paused'), { channels: { openLink: true } })
  await client.post(`${root}/surveys/${paused.surveyId}/status`, { paused: true })
  await page.goto(new URL(paused.openLink!).pathname)
  await page.getByRole('heading', { name: 'This survey is paused' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
})

test('people unsubscribe by a button, and opening the page is not enough', async () => {
  const path = await personalPath('Una Quiet')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto(`${path}/unsubscribe`)
  const button = page.getByRole('button', { name: 'Unsubscribe from surveys' })
  await button.waitFor()
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])
  await button.click()
  await page.getByRole('heading', { name: 'You have unsubscribed' }).waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
})

test('the page loads no part of the app', async () => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(openPath)
  await question('Would you recommend us?').waitFor()
  expect(scripts).toHaveLength(1)
})
