// Makes the pictures of surveys in the handbook: `node e2e/screenshots/surveys.ts`. With a folder, the narrow ones too,
// into it: `node e2e/screenshots/surveys.ts /tmp/screens`.
import { addDays } from '@steward/conditions'
import type { Page } from 'playwright-core'
import { seriousFaults } from '../axe.ts'
import { launchBrowser } from '../browser/launch.ts'
import { callAnonymously, signInByApi, type Client } from '../client.ts'
import { createRecord } from '../customers.ts'
import { save } from '../picture.ts'
import { type Server, startServer } from '../server.ts'
import { publishSurvey, root, tokenOf } from '../survey/surveys.ts'
import { visitAs } from '../visitor.ts'

const [into] = process.argv.slice(2)

const people = [
  ['Nora Lind', 'Northwind Traders', 10, 'Your team answers within the hour.'],
  ['Felix Brandt', 'Fabrikam', 9, 'The reports save us a day a month.'],
  ['Cora Diaz', 'Contoso', 4, 'The import broke twice in May, and no one called us back.'],
  ['Ada Works', 'Adventure Works', 8, ''],
  ['Tim Toy', 'Tailspin Toys', 10, 'Best decision of the year.'],
] as const

const thanks = [
  {
    from: 9,
    to: 10,
    title: { en: 'Thank you', de: 'Vielen Dank' },
    text: { en: 'Would you tell others, too?' },
    link: { label: { en: 'Write a review' }, url: 'https://example.com/review' },
  },
  { from: 0, to: 6, title: { en: 'Thank you' }, text: { en: 'Your manager will call you this week.' } },
  { title: { en: 'Thank you' } },
]

const option = (key: string, text: string) => ({ key, text: { en: text } })

/** A survey of the product whose answers are counted by question. */
const productSurvey = {
  type: 'custom',
  channels: { openLink: true },
  questions: [
    {
      key: 'role',
      type: 'singleChoice',
      text: { en: 'What is your role?' },
      options: [option('csm', 'Customer success'), option('sales', 'Sales'), option('support', 'Support')],
      branches: [{ operator: 'equals', value: 'sales', goTo: 'missing' }],
    },
    {
      key: 'parts',
      type: 'multipleChoice',
      text: { en: 'Which parts do you use every week?' },
      options: [
        option('today', 'Today'),
        option('health', 'Health scores'),
        option('playbooks', 'Playbooks'),
        option('reports', 'Reports that I send to my customers before each quarterly review'),
      ],
    },
    { key: 'ease', type: 'rating', text: { en: 'How easy is it to find what you need?' } },
    { key: 'hours', type: 'number', text: { en: 'How many hours a week do you spend in it?' } },
    { key: 'missing', type: 'longText', text: { en: 'What is missing?' } },
    { key: 'quote', type: 'consent', text: { en: 'May we quote you?' } },
  ],
}

const wishes = [
  'A view for my whole team.',
  'Reminders on my phone.',
  'Sums in exports.',
  'Nothing, thank you.',
]

/** Answers of forty people, each different. */
function productAnswers(at: number): object {
  const parts = ['today', 'health', 'playbooks', 'reports'].filter((_, nth) => (at * 7) % (nth + 2) === 0)
  const role = ['csm', 'csm', 'support', 'sales', 'csm'][at % 5]
  const end = { ...(at % 3 === 0 && { missing: wishes[(at / 3) % 4] }), ...(at % 4 > 0 && { quote: true }) }
  if (role === 'sales') return { role, ...end }
  return {
    role,
    ...(parts.length > 0 && { parts }),
    ease: 5 - ((at * at) % 4),
    hours: 2 + ((at * 11) % 34),
    ...end,
  }
}

/** Returns the id of the survey. */
async function fillProduct(client: Client, server: Server): Promise<number> {
  const { surveyId, openLink } = await publishSurvey(client, 'Product survey', productSurvey)
  for (let at = 0; at < 28; at += 1) {
    const form = { answers: productAnswers(at), visitor: `visitor-of-the-pictures-${at}`, isComplete: true }
    await callAnonymously(server, `/survey-ask/${tokenOf(openLink)}/answer`, form)
  }
  const [role, ...others] = productSurvey.questions
  const shorter = { ...role, options: role!.options!.slice(0, 2) }
  await client.put(`${root}/surveys/${surveyId}`, { questions: [shorter, ...others.slice(0, -1)] })
  await client.post(`${root}/surveys/${surveyId}/publish`)
  return surveyId
}

interface Shown {
  productId: number
  accountId: number
  surveyId: number
  token: string
}

/** Scores that Cora gave in earlier quarters, by months before today. */
const past = [
  [11, 9, 'The onboarding went well.'],
  [8, 8, ''],
  [5, 7, 'Fine, but reports take too long.'],
] as const

/** Imports answers of earlier quarters, and waits until they are there. */
async function importPast(client: Client, server: Server, surveyId: number, email: string): Promise<void> {
  const { today } = await client.get<{ today: string }>('/tasks')
  const dayBefore = (months: number): string => addDays(today, -30 * months)
  const rows = past.map(([months, score, comment]) => [dayBefore(months), email, score, comment].join(';'))
  const bytes = ['Day;Email;Score;Comment', ...rows].join('\n')
  const form = { fileName: 'past.csv', size: new TextEncoder().encode(bytes).length }
  const { data } = await client.post<{ data: { uploadId: string } }>('/core/entity/bulk/uploads', form)
  const { uploadId } = data
  const address = `${server.url}/api/core/entity/bulk/uploads/${uploadId}?offset=0`
  const headers = {
    authorization: `Bearer ${client.signedIn.token}`,
    'content-type': 'application/octet-stream',
  }
  const sent = await fetch(address, { method: 'PATCH', headers, body: bytes })
  if (!sent.ok) throw new Error(await sent.text())
  const targets = ['answeredAt', 'email', 'score', 'comment']
  const columns = targets.map((target, column) => ({ column, target }))
  const url = `${root}/surveys/${surveyId}/imports`
  await client.post(url, { uploadId, columns })
  const isDone = async () => {
    const imports = await client.get<{ data: { state: string }[] }>(url)
    return imports.data[0]?.state === 'finished'
  }
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 200))
}

async function fill(client: Client, server: Server): Promise<Shown> {
  const { surveyId } = await publishSurvey(client, 'Relationship survey', {
    channels: { inProduct: true, mail: true, openLink: true },
    look: { color: '#0b6e4f' },
    thanks,
    audience: { percent: 50, repeatDays: 90 },
  })
  let token = ''
  let shownId = 0
  for (const [name, account, score, reason] of people) {
    const { accountId } = await createRecord(client, 'accounts', { name: account })
    const { contactId } = (await createRecord(client, 'contacts', {
      name,
      accountId,
      email: `${name.split(' ')[0]!.toLowerCase()}@example.com`,
    })) as unknown as { contactId: number }
    const { data } = await client.post<{ data: { address: string } }>(`${root}/surveys/${surveyId}/link`, {
      contactId,
    })
    token = new URL(data.address).pathname.split('/').at(-1)!
    if (name === 'Tim Toy') continue
    if (name === 'Cora Diaz') {
      shownId = Number(accountId)
      await importPast(client, server, surveyId, 'cora@example.com')
    }
    const answers = { score, ...(reason && { comment: reason }) }
    await callAnonymously(server, `/survey-ask/${token}/answer`, { answers, isComplete: true })
  }
  await client.post(`${root}/surveys`, { name: 'After onboarding', type: 'ces' })
  await client.post(`${root}/surveys`, { name: 'Support satisfaction', type: 'csat' })
  return { productId: await fillProduct(client, server), accountId: shownId, surveyId, token }
}

async function takeAll(
  page: Page,
  { productId, accountId, surveyId, token }: Shown,
  take: (name: string) => Promise<void>,
) {
  await page.goto('/app/surveys')
  await page.getByRole('link', { name: 'Relationship survey' }).waitFor()
  await take('surveys')
  await page.goto('/app/surveys/editor')
  await page.getByRole('button', { name: 'Create survey' }).waitFor()
  await take('survey-new')
  await page.goto(`/app/surveys/editor/${surveyId}`)
  await page.getByRole('textbox', { name: 'Question' }).first().waitFor()
  await take('survey-editor')
  await page.getByRole('tab', { name: 'Thank-you pages' }).click()
  await take('survey-thanks')
  await page.getByRole('tab', { name: 'Look' }).click()
  await take('survey-look')
  await page.getByRole('tab', { name: 'Audience' }).click()
  await page.getByText('would be asked now').waitFor()
  await take('survey-audience')
  await page.getByRole('tab', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Verify installation' }).click()
  await page.getByText('Waiting for the first page').waitFor()
  await take('survey-channels')
  await page.goto(`/app/surveys/${surveyId}`)
  await page.getByRole('list', { name: 'Responses' }).waitFor()
  await take('survey-responses')
  await page.goto(`/app/surveys/${productId}`)
  await page.getByRole('list', { name: 'Questions' }).waitFor()
  await take('survey-questions')
  await page.goto(`/app/accounts/${accountId}?tab=surveys`)
  await page.getByRole('list', { name: 'Responses' }).waitFor()
  await take('survey-record')
  await page.goto('/app/settings/surveys')
  await page.getByRole('button', { name: 'Save settings' }).waitFor()
  await take('survey-settings')
  await page.goto(`/survey/${token}?score=9`)
  await page.getByRole('button', { name: 'Next' }).waitFor()
  await take('survey-page')
  await page.goto(`/survey/${token}/unsubscribe`)
  await page.getByRole('button', { name: 'Unsubscribe from surveys' }).waitFor()
  await take('survey-unsubscribe')
}

/** The wide pictures that the handbook shows. */
const shownInHandbook = new Set([
  'surveys',
  'survey-editor',
  'survey-channels',
  'survey-responses',
  'survey-questions',
  'survey-page',
  'survey-record',
])

// Pictures show links, which name the port: it is the one that people find when they start Steward themselves.
const server = await startServer({ environment: { PORT: '3000' } })
const browser = await launchBrowser()
try {
  const shown = await fill(await signInByApi(server), server)
  const looks = (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme }))
  for (const look of looks) {
    const suffix = look.colorScheme === 'dark' ? '-dark' : ''
    const { page } = await visitAs(browser, server, undefined, look)
    await takeAll(page, shown, async (name) => {
      if (shownInHandbook.has(name)) await save(page, `${name}${suffix}`)
      if (!into) return
      await save(page, `${name}${suffix}`, into)
      for (const fault of await seriousFaults(page)) console.log(`${name}${suffix}: ${fault}`)
    })
    if (!into) continue
    const narrow = { ...look, viewport: { width: 390, height: 844 } }
    const phone = await visitAs(browser, server, undefined, narrow)
    await takeAll(phone.page, shown, (name) => save(phone.page, `${name}-390${suffix}`, into))
  }
} finally {
  await browser.close()
  await server.stop()
}
