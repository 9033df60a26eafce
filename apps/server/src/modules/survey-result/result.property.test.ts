import { afterAll, beforeAll, expect, it } from 'vitest'
import { branchOperators, questionTypes } from '@steward/contracts/plain/survey'
import { pathOf } from '@steward/contracts/plain/survey/path'
import type { Answers, AnswerValue } from '@steward/contracts/survey/answer'
import { questionSchema, type Question } from '@steward/contracts/survey/definition'
import type { QuestionResult } from '@steward/contracts/survey/result'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const rounds = 12
const people = 200
const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
const options = ['x', 'y', 'z'].map((key) => ({ key, text: { en: key } }))
const types = questionTypes.filter((type) => type !== 'score')

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

type Random = () => number

const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))

function answerTo({ type }: Question, random: Random): AnswerValue {
  switch (type) {
    case 'rating':
      return whole(random, 1, 5)
    case 'number':
      return oneOf(random, [-3, 0, 0.5, 7, 7, 12.25, 40])
    case 'singleChoice':
      return oneOf(random, options).key
    case 'multipleChoice':
      return options.filter((_, at) => at === 0 || random() < 0.5).map(({ key }) => key)
    case 'consent':
      return random() < 0.7
    default:
      return 'A text'
  }
}

/** A value that a branch of a question may compare with. */
function valueFor(question: Question, random: Random): string | number | boolean | null {
  const answer = answerTo(question, random)
  return Array.isArray(answer) ? (answer[0] as string) : answer
}

function questionsAt(random: Random): Question[] {
  const some = keys.filter(() => random() < 0.8)
  const questions = some.map((key) => {
    const type = oneOf(random, types)
    return questionSchema.parse({
      key,
      type,
      text: { en: key },
      options: type === 'singleChoice' || type === 'multipleChoice' ? options : [],
    })
  })
  return questions.map((question, at) => {
    const isText = question.type === 'shortText' || question.type === 'longText'
    const operators = isText ? (['answered', 'notAnswered'] as const) : branchOperators
    const later = [...questions.slice(at + 1).map(({ key }) => key), null]
    const branches = Array.from({ length: whole(random, 0, 2) }, () => {
      const operator = oneOf(random, operators)
      const isPlain = operator === 'answered' || operator === 'notAnswered'
      return { operator, value: isPlain ? null : valueFor(question, random), goTo: oneOf(random, later) }
    })
    return { ...question, branches }
  })
}

interface Response {
  version: number
  answers: Answers
}

function responseTo(questions: readonly Question[], version: number, random: Random): Response {
  const all = Object.fromEntries(
    questions.flatMap((question) => (random() < 0.7 ? [[question.key, answerTo(question, random)]] : [])),
  )
  const onWay = pathOf(questions, all).filter(({ key }) => all[key] !== undefined)
  return { version, answers: Object.fromEntries(onWay.map(({ key }) => [key, all[key] as AnswerValue])) }
}

const kindOf = ({ type }: Pick<Question, 'type'>): string =>
  type === 'shortText' || type === 'longText' ? 'text' : type

/** Counts how often each question was shown and answered, by key and kind, following the documented rules. */
function modelOf(versions: readonly Question[][], responses: readonly Response[]) {
  const found = new Map<string, { shown: number; answers: AnswerValue[] }>()
  for (const { version, answers } of responses) {
    for (const question of pathOf(versions[version - 1] as Question[], answers)) {
      const name = `${question.key} ${kindOf(question)}`
      const one = found.get(name) ?? { shown: 0, answers: [] }
      one.shown += 1
      const answer = answers[question.key]
      if (answer !== undefined) one.answers.push(answer)
      found.set(name, one)
    }
  }
  return found
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const { length } = sorted
  if (length === 0) return null
  return ((sorted[Math.floor((length - 1) / 2)] as number) + (sorted[Math.floor(length / 2)] as number)) / 2
}

const sum = (values: readonly number[]): number => values.reduce((so, value) => so + value, 0)

function expectFigures(result: QuestionResult, answers: readonly AnswerValue[]): void {
  if (result.choices) {
    for (const { key, responses } of result.choices) {
      expect(responses).toBe(
        answers.filter((one) => one === key || (Array.isArray(one) && one.includes(key))).length,
      )
    }
  }
  if (result.distribution) {
    const numbers = answers as number[]
    expect(sum(result.distribution.map(({ responses }) => responses))).toBe(numbers.length)
    for (const { from, to, responses } of result.distribution) {
      const isIn = (value: number) => value >= from && (result.isWhole ? value <= to : value < to)
      expect(responses, `${from} to ${to}`).toBe(numbers.filter(isIn).length)
    }
    expect(result.median).toBe(median(numbers))
    if (numbers.length > 0) expect(result.average).toBeCloseTo(sum(numbers) / numbers.length, 9)
  }
  if (result.consent) expect(result.consent.yes).toBe(answers.filter((one) => one === true).length)
  if (result.latest) expect(result.latest).toHaveLength(Math.min(3, answers.length))
}

it('the SQL counts what the way of each response says, over versions whose questions change', async () => {
  const random = createRandom(7)
  const { owner } = app.application.platform.database
  for (let round = 0; round < rounds; round += 1) {
    const versions = Array.from({ length: 3 }, () => questionsAt(random)).filter((some) => some.length > 0)
    const { surveyId } = await liveSurvey(manager, { type: 'custom', questions: versions[0] })
    for (const questions of versions.slice(1)) {
      good(await manager.put(`${surveysUrl}/${surveyId}`, { questions }))
      good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
    }
    const responses = Array.from({ length: people }, () => {
      const version = whole(random, 1, versions.length)
      return responseTo(versions[version - 1] as Question[], version, random)
    })
    await owner.query(
      `insert into survey_response (tenant_id, survey_id, version, channel, visitor, is_complete, answers, answered_at, counted)
       select $1, $2, (x.one ->> 'version')::int, 4, 'of-the-model-' || x.n, true, x.one -> 'answers', now(), -1
       from jsonb_array_elements($3::jsonb) with ordinality x(one, n)`,
      [app.tenantId, surveyId, JSON.stringify(responses)],
    )
    const { questions } = good(await manager.get(`${surveysUrl}/${surveyId}/results`)).data as {
      questions: QuestionResult[]
    }
    const model = modelOf(versions, responses)
    for (const result of questions) {
      const { shown, answers } = model.get(`${result.key} ${kindOf(result)}`) ?? { shown: 0, answers: [] }
      const answered = result.consent ? shown : answers.length
      const name = `round ${round}, ${result.key} ${result.type}`
      expect({ shown: result.shown, answered: result.answered, skipped: result.skipped }, name).toEqual({
        shown,
        answered,
        skipped: shown - answered,
      })
      expectFigures(result, answers)
    }
    const shownNames = new Set(questions.map((one) => `${one.key} ${kindOf(one)}`))
    for (const [name, { answers }] of model) if (answers.length > 0) expect(shownNames).toContain(name)
  }
})
