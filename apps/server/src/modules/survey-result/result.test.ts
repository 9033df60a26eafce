import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuestionResult, SurveyResults } from '@steward/contracts/survey/result'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { good, liveSurvey, surveysUrl, tokenOf } from '../survey-management/survey.fixture.ts'
import { createAnswering, filters, visitor } from '../survey-response/response.fixture.ts'

let app: TestApp
let manager: Client
let accountId: number
let answering: ReturnType<typeof createAnswering>

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  accountId = await create(manager, 'accounts', { name: 'Northwind', owners: [manager.actor.userId] })
  answering = createAnswering(app, manager)
})
afterAll(() => app.stop())

const en = (text: string) => ({ en: text })
const option = (key: string, text: string) => ({ key, text: en(text) })
const role = {
  key: 'role',
  type: 'singleChoice',
  text: en('Your role?'),
  options: [option('dev', 'Developer'), option('ops', 'Operations'), option('none', 'None of these')],
  branches: [{ operator: 'equals', value: 'none', goTo: 'stars' }],
}
const parts = {
  key: 'parts',
  type: 'multipleChoice',
  text: en('Which parts do you use?'),
  options: [option('reports', 'Reports'), option('alerts', 'Alerts')],
}
const stars = { key: 'stars', type: 'rating', text: en('How good is it?') }
const seats = { key: 'seats', type: 'number', text: en('How many seats?') }
const why = { key: 'why', type: 'longText', text: en('Why?') }
const quote = { key: 'quote', type: 'consent', text: en('May we quote you?') }
const custom = { type: 'custom', questions: [role, parts, stars, seats, why, quote] }

const resultsOf = async (surveyId: number, query = '', client: Client = manager): Promise<SurveyResults> =>
  good(await client.get(`${surveysUrl}/${surveyId}/results${query}`)).data

const questionIn = ({ questions }: SurveyResults, key: string): QuestionResult =>
  questions.find((one) => one.key === key) as QuestionResult

const totalOf = (some: readonly { responses: number }[]) =>
  some.reduce((sum, { responses }) => sum + responses, 0)

const counts = ({ shown, answered, skipped }: QuestionResult) => ({ shown, answered, skipped })

/** Answers by the open link, each of another person. */
async function answerAll(openLink: string | null, all: readonly object[], from = 0): Promise<void> {
  for (const [at, answers] of all.entries()) {
    good(await answering.send(tokenOf(openLink), answers, { visitor: visitor(from + at) }))
  }
}

/** Publishes other questions in the place of the present ones. */
async function republish(surveyId: number, questions: readonly object[]): Promise<void> {
  good(await manager.put(`${surveysUrl}/${surveyId}`, { questions }))
  good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
}

describe('the results of a survey', () => {
  it('count choices, ratings, numbers, texts and consent, and whom branches led past a question', async () => {
    const { surveyId, openLink } = await liveSurvey(manager, custom)
    await answerAll(openLink, [
      { role: 'dev', parts: ['reports', 'alerts'], stars: 5, seats: 10, why: 'Fast', quote: true },
      { role: 'ops', parts: ['alerts'], stars: 4, seats: 200 },
      { role: 'none', stars: 1, why: 'Slow' },
      { stars: 1, seats: 30, quote: false },
    ])
    good(
      await answering.send(tokenOf(openLink), { role: 'dev' }, { visitor: visitor(99), isComplete: false }),
    )
    const results = await resultsOf(surveyId)
    expect(results.responses).toBe(4)
    expect(results.questions.map(({ key }) => key)).toEqual([
      'role',
      'parts',
      'stars',
      'seats',
      'why',
      'quote',
    ])
    const of = (key: string) => questionIn(results, key)

    expect(counts(of('role'))).toEqual({ shown: 4, answered: 3, skipped: 1 })
    expect(of('role').choices?.map(({ text, responses }) => [text, responses])).toEqual([
      ['Developer', 1],
      ['Operations', 1],
      ['None of these', 1],
    ])
    expect(counts(of('parts'))).toEqual({ shown: 3, answered: 2, skipped: 1 })
    expect(of('parts').choices?.map(({ text, responses }) => [text, responses])).toEqual([
      ['Reports', 1],
      ['Alerts', 2],
    ])
    expect(of('stars')).toMatchObject({ shown: 4, answered: 4, average: 2.75, median: 2.5, isWhole: true })
    expect(of('stars').distribution?.map(({ responses }) => responses)).toEqual([2, 0, 0, 1, 1])
    expect(of('seats')).toMatchObject({ answered: 3, skipped: 1, average: 80, median: 30, isWhole: true })
    expect(of('seats').distribution?.[0]).toEqual({ from: 0, to: 19, responses: 1 })
    expect(of('seats').distribution?.at(-1)).toEqual({ from: 200, to: 219, responses: 1 })
    expect(of('seats').distribution).toHaveLength(11)
    expect(counts(of('why'))).toEqual({ shown: 4, answered: 2, skipped: 2 })
    expect(of('why').latest?.map(({ text, contact }) => [text, contact])).toEqual([
      ['Slow', null],
      ['Fast', null],
    ])
    expect(of('quote')).toMatchObject({ shown: 4, answered: 4, skipped: 0, consent: { yes: 1, no: 3 } })
  })

  it('put any numbers into a few bars that leave none out', async () => {
    const { surveyId, openLink } = await liveSurvey(manager, { type: 'custom', questions: [seats] })
    const distributionOf = async (numbers: readonly number[], from: number) => {
      const all = numbers.map((one) => ({ seats: one }))
      await answerAll(openLink, all, from)
      const { distribution } = questionIn(await resultsOf(surveyId), 'seats')
      return distribution ?? []
    }
    expect(await distributionOf([5e-324, -5e-324], 500)).toHaveLength(2)
    const fine = await distributionOf([0.1, 0.2, 0.3], 510)
    expect(fine.filter(({ responses }) => responses > 0).map(({ from }) => from)).toEqual([
      -0.05, 0, 0.1, 0.2, 0.3,
    ])
    const wide = await distributionOf([1e12, 999_999_999_999.9999, -1e12], 520)
    expect([wide.length, totalOf(wide)]).toEqual([11, 8])
  })

  it('keep an edited question, and show what is removed as long as it has answers', async () => {
    const { surveyId, openLink } = await liveSurvey(manager, custom)
    await answerAll(
      openLink,
      [
        { role: 'ops', parts: ['reports'], stars: 3, why: 'So' },
        { role: 'dev', stars: 5 },
      ],
      100,
    )
    const shorter = {
      ...role,
      text: en('What do you do?'),
      options: role.options.filter(({ key }) => key !== 'ops'),
      branches: [],
    }
    const ten = { ...stars, max: 10 }
    await republish(surveyId, [ten, shorter, seats])
    await answerAll(openLink, [{ role: 'dev', stars: 10 }], 200)
    const { questions, responses } = await resultsOf(surveyId)
    expect(responses).toBe(3)
    expect(questions.map(({ key, isRemoved, lastVersion }) => [key, isRemoved, lastVersion])).toEqual([
      ['stars', false, 2],
      ['role', false, 2],
      ['seats', false, 2],
      ['parts', true, 1],
      ['stars', true, 1],
      ['why', true, 1],
      ['quote', true, 1],
    ])
    const [now, asked, , , before] = questions
    expect(asked).toMatchObject({ text: 'What do you do?', shown: 3, answered: 3 })
    expect(asked?.choices).toEqual([
      { key: 'dev', text: 'Developer', isRemoved: false, responses: 2 },
      { key: 'none', text: 'None of these', isRemoved: false, responses: 0 },
      { key: 'ops', text: 'Operations', isRemoved: true, responses: 1 },
    ])
    // Four of five stars are not four of ten.
    expect(now).toMatchObject({ shown: 1, answered: 1, average: 10 })
    expect(now?.distribution).toHaveLength(10)
    expect(before).toMatchObject({ shown: 2, answered: 2, average: 4 })
    expect(before?.distribution).toHaveLength(5)
  })

  it('follow the filters of the page, and count of other questions of an NPS survey', async () => {
    const questions = [
      {
        key: 'score',
        type: 'score',
        isRequired: true,
        text: en('Would you recommend us?'),
        branches: [{ operator: 'atLeast', value: 9, goTo: null }],
      },
      why,
    ]
    const { surveyId, openLink } = await liveSurvey(manager, { questions })
    const contactId = await answering.newContact(accountId)
    good(await answering.send(await answering.linkOf(surveyId, contactId), { score: 3, why: 'Too slow' }))
    await answerAll(openLink, [{ score: 10 }, { score: 2 }], 300)
    const all = await resultsOf(surveyId)
    expect(questionIn(all, 'score')).toMatchObject({ answered: 3, average: 5, median: 3 })
    expect(counts(questionIn(all, 'why'))).toEqual({ shown: 2, answered: 1, skipped: 1 })
    expect(questionIn(all, 'why').latest).toMatchObject([
      { text: 'Too slow', contact: { level: 3, id: contactId }, claimedName: null },
    ])
    const open = await resultsOf(surveyId, filters({ channel: 'openLink' }))
    expect([open.responses, counts(questionIn(open, 'why'))]).toEqual([
      2,
      { shown: 1, answered: 0, skipped: 1 },
    ])
    expect((await resultsOf(surveyId, filters({ group: 'promoter' }))).responses).toBe(1)
    expect((await resultsOf(surveyId, filters({ answeredTo: '2020-01-01' }))).responses).toBe(0)
    const answered = filters({ answered: 'why' })
    expect((await resultsOf(surveyId, answered)).responses).toBe(1)
    expect((await answering.responses(surveyId, answered)).data.map(({ comment }) => comment)).toEqual([
      'Too slow',
    ])
    expect((await manager.get(`${surveysUrl}/${surveyId}/results${filters({ other: 1 })}`)).status).toBe(400)
  })

  it('count only responses that the reader may see', async () => {
    const { surveyId, openLink } = await liveSurvey(manager, custom)
    const contactId = await answering.newContact(accountId)
    good(await answering.send(await answering.linkOf(surveyId, contactId), { role: 'dev', why: 'A secret' }))
    await answerAll(openLink, [{ role: 'ops', why: 'From anyone' }], 400)
    const seen = await resultsOf(surveyId, '', await app.as('normalUser'))
    expect(seen.responses).toBe(1)
    expect(questionIn(seen, 'role').choices?.map(({ responses }) => responses)).toEqual([0, 1, 0])
    expect(counts(questionIn(seen, 'why'))).toEqual({ shown: 1, answered: 1, skipped: 0 })
    expect(JSON.stringify(seen)).not.toContain('A secret')
    expect((await resultsOf(surveyId)).responses).toBe(2)
  })

  it('are empty before the first version and the first answer, and gone with the survey', async () => {
    const draft = good(await manager.post(surveysUrl, { name: 'Draft', ...custom })).data.surveyId
    expect(await resultsOf(draft)).toEqual({ responses: 0, questions: [] })
    const { surveyId } = await liveSurvey(manager, custom)
    const { responses, questions } = await resultsOf(surveyId)
    expect(responses).toBe(0)
    expect(questions).toHaveLength(6)
    expect(questions[3]).toMatchObject({
      key: 'seats',
      shown: 0,
      distribution: [],
      average: null,
      median: null,
    })
    good(await manager.delete(`${surveysUrl}/${surveyId}`))
    expect((await manager.get(`${surveysUrl}/${surveyId}/results`)).status).toBe(404)
  })
})
