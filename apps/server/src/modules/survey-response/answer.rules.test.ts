import { describe, expect, it } from 'vitest'
import { questionSchema, thanksSchema } from '@steward/contracts/survey/definition'
import type { Answers } from '@steward/contracts/survey/answer'
import { readAnswer, thanksFor, wordsOf } from './answer.rules.ts'

const text = { en: 'A question' }
const options = [
  { key: 'a', text: { en: 'First' } },
  { key: 'b', text: { en: 'Second' } },
]
const questions = [
  {
    key: 'score',
    type: 'score',
    isRequired: true,
    branches: [{ operator: 'atLeast', value: 9, goTo: 'refer' }],
  },
  { key: 'why', type: 'longText' },
  { key: 'stars', type: 'rating', max: 3 },
  { key: 'seats', type: 'number', min: 1 },
  { key: 'one', type: 'singleChoice', options },
  { key: 'many', type: 'multipleChoice', options },
  { key: 'refer', type: 'consent' },
].map((question) => questionSchema.parse({ text, ...question }))

const read = (answers: Answers, isComplete = true) => readAnswer('nps', { questions }, answers, isComplete)

describe('an answer', () => {
  it('is stored with its score and its texts', () => {
    expect(read({ score: 3, why: ' Too slow\u0000 ', many: ['a', 'b'] })).toEqual({
      faults: {},
      read: { answers: { score: 3, why: 'Too slow', many: ['a', 'b'] }, score: 3, comment: 'Too slow' },
    })
  })

  it('leaves out what is not on its way', () => {
    expect(read({ score: 9, why: 'Written before the score was raised', refer: true }).read).toEqual({
      answers: { score: 9, refer: true },
      score: 9,
      comment: null,
    })
  })

  it.each<[string, Answers, string]>([
    ['lacks a required question', {}, 'answers.score'],
    ['names an unknown question', { score: 1, other: 2 }, 'answers.other'],
    ['has a score out of range', { score: 11 }, 'answers.score'],
    ['has half a score', { score: 1.5 }, 'answers.score'],
    ['has a text for a score', { score: 'nine' }, 'answers.score'],
    ['has too many stars', { score: 1, stars: 4 }, 'answers.stars'],
    ['has a number below the lowest', { score: 1, seats: 0 }, 'answers.seats'],
    ['has an unknown option', { score: 1, one: 'c' }, 'answers.one'],
    ['has an option twice', { score: 1, many: ['a', 'a'] }, 'answers.many'],
    ['has one option for many', { score: 1, many: 'a' }, 'answers.many'],
    ['has a text for a consent', { score: 9, refer: 'yes' }, 'answers.refer'],
    ['has a number for a text', { score: 1, why: 4 }, 'answers.why'],
  ])('is refused where it %s', (_name, answers, path) => {
    expect(Object.keys(read(answers).faults)).toEqual([path])
  })

  it('that is partial lacks nothing', () => {
    expect(read({}, false)).toMatchObject({ faults: {}, read: { answers: {}, score: null } })
  })

  it('is told in words', () => {
    const definition = {
      questions,
      thanks: [],
      defaultLanguage: 'en',
      look: { color: null, position: 'center' as const },
    }
    expect(wordsOf(definition, { score: 9, one: 'b', many: ['a', 'b'], refer: true })).toEqual([
      ['A question', '9'],
      ['A question', 'Second'],
      ['A question', 'First, Second'],
      ['A question', 'Yes'],
    ])
  })
})

it('the thank-you page is the first that fits the score', () => {
  const thanks = [
    thanksSchema.parse({ from: 9, title: { en: 'Review us' } }),
    thanksSchema.parse({ to: 6, title: { en: 'Sorry' } }),
    thanksSchema.parse({ title: { en: 'Thank you' } }),
  ]
  const titleFor = (score: number | null) => thanksFor({ thanks }, score)?.title['en']
  expect([titleFor(10), titleFor(6), titleFor(7), titleFor(null)]).toEqual([
    'Review us',
    'Sorry',
    'Thank you',
    'Thank you',
  ])
  expect(thanksFor({ thanks: [] }, 3)).toBeNull()
})
