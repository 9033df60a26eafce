import { expect, test } from 'vitest'
import type { SurveyResponse } from '@steward/contracts/survey/response'
import { csvOf } from './export.rules.ts'

const response = (answers: SurveyResponse['answers']): SurveyResponse => ({
  responseId: 1,
  version: 1,
  channel: 'mail',
  language: 'en',
  score: 9,
  group: 'promoter',
  isComplete: true,
  answers,
  comment: null,
  contact: { level: 3, id: 71, name: 'Ada, Countess' },
  account: null,
  claimedName: null,
  answeredAt: '2026-03-02T10:00:00.000Z',
  changedAt: null,
})

test('texts with commas, quotes and lines are quoted, and formulas are texts', () => {
  const csv = csvOf([response({ score: -1, q1: '=1+1', q2: 'He said "fine"\nand left' })], [])
  expect(csv).toBe(
    'Answered,Contact,Account,Channel,Complete,Language,score,q1,q2\r\n' +
      '2026-03-02T10:00:00.000Z,"Ada, Countess",,mail,yes,en,-1,\'=1+1,"He said ""fine""\nand left"\r\n',
  )
})

test('each question has one column, also where some did not answer it', () => {
  const [head, first, second] = csvOf([response({ a: 'x' }), response({ b: 'y' })], []).split('\r\n')
  expect(head).toMatch(/,a,b$/)
  expect(first).toMatch(/,x,$/)
  expect(second).toMatch(/,,y$/)
})
