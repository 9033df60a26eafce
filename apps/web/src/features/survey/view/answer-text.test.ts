import { expect, test } from 'vitest'
import type { SurveyVersion } from '@steward/contracts/survey/survey'
import { newQuestion } from '../editor/draft.rules.ts'
import { answerLines } from './answer-text.ts'

const choice = {
  ...newQuestion('multipleChoice', []),
  text: { en: 'Which parts do you use?' },
  options: [
    { key: 'o1', text: { en: 'Reports' } },
    { key: 'o2', text: { en: 'Alerts' } },
  ],
}
const consent = { ...newQuestion('consent', [choice]), text: { en: 'May we quote you?' } }
const version: SurveyVersion = {
  version: 2,
  publishedAt: '2026-03-02T10:00:00.000Z',
  publishedBy: null,
  content: {
    defaultLanguage: 'en',
    questions: [choice, consent],
    thanks: [],
    look: { color: null, position: 'center' },
    channels: { inProduct: false, mail: false, openLink: true },
    mail: { subject: {}, text: {} },
    audience: { rule: null, percent: 100, repeatDays: null, maxPerDay: null, ignoresQuietPeriod: false },
    timing: { startsOn: null, endsOn: null, delaySeconds: 0 },
  },
}

test('answers are read with the questions of their version, in its order', () => {
  const answers = { q2: true, q1: ['o2', 'o1'] }
  expect(answerLines({ answers, version: 2 }, [version])).toEqual([
    { key: 'q1', question: 'Which parts do you use?', answer: 'Alerts, Reports' },
    { key: 'q2', question: 'May we quote you?', answer: 'Yes' },
  ])
})

test('an answer whose question is not known any more is shown by its key', () => {
  expect(answerLines({ answers: { score: 0 }, version: 1 }, [version])).toEqual([
    { key: 'score', question: 'score', answer: '0' },
  ])
})
