import { describe, expect, it } from 'vitest'
import { nextPlace, pathOf } from '@steward/contracts/plain/survey/path'
import type { SurveyType } from '@steward/contracts/plain/survey'
import { faultsOfSurvey } from './survey.check.rules.ts'
import { starterOf } from './survey.starter.rules.ts'

const text = { en: 'A question' }

const surveyOf = (questions: object[], type: SurveyType = 'custom', more: object = {}) =>
  starterOf({ name: 'A survey', type, questions, ...more } as Parameters<typeof starterOf>[0])

const faults = (questions: object[], type: SurveyType = 'custom', more: object = {}) =>
  faultsOfSurvey(type, surveyOf(questions, type, more))

const score = { key: 'score', type: 'score', text, isRequired: true }

describe('a survey can be published', () => {
  it.each(['nps', 'csat', 'ces'] as const)('as the starter of %s', (type) => {
    expect(faultsOfSurvey(type, starterOf({ name: 'A survey', type }))).toEqual({})
  })
})

describe('a survey cannot be published', () => {
  const options = [
    { key: 'a', text },
    { key: 'b', text },
  ]
  it.each<[string, object[], SurveyType, string]>([
    ['without a score', [{ key: 'x', type: 'number', text }], 'nps', 'questions'],
    ['with two scores', [score, { ...score, key: 'other' }], 'nps', 'questions.1.type'],
    ['with a score of another key', [{ ...score, key: 'points' }], 'nps', 'questions.0.key'],
    ['with a score that is not first', [{ key: 'x', type: 'number', text }, score], 'nps', 'questions.1'],
    ['with a score in a custom one', [score], 'custom', 'questions.0.type'],
    [
      'with two questions of a key',
      [
        { key: 'x', type: 'number', text },
        { key: 'x', type: 'number', text },
      ],
      'custom',
      'questions.1.key',
    ],
    [
      'without a text in its language',
      [{ key: 'x', type: 'number', text: { de: 'Frage' } }],
      'custom',
      'questions.0.text',
    ],
    [
      'with a choice of one',
      [{ key: 'x', type: 'singleChoice', text, options: [options[0]] }],
      'custom',
      'questions.0.options',
    ],
    [
      'with two options of a key',
      [{ key: 'x', type: 'singleChoice', text, options: [options[0], options[0]] }],
      'custom',
      'questions.0.options.1.key',
    ],
    ['with eleven stars', [{ key: 'x', type: 'rating', text, max: 11 }], 'custom', 'questions.0.max'],
    [
      'with bounds in the wrong order',
      [{ key: 'x', type: 'number', text, min: 2, max: 1 }],
      'custom',
      'questions.0.max',
    ],
    [
      'with a way back',
      [{ key: 'x', type: 'number', text, branches: [{ operator: 'answered', goTo: 'x' }] }],
      'custom',
      'questions.0.branches.0.goTo',
    ],
    [
      'with a way to nowhere',
      [{ key: 'x', type: 'number', text, branches: [{ operator: 'answered', goTo: 'gone' }] }],
      'custom',
      'questions.0.branches.0.goTo',
    ],
    [
      'with a branch on an option that is gone',
      [
        {
          key: 'x',
          type: 'singleChoice',
          text,
          options,
          branches: [{ operator: 'equals', value: 'c', goTo: null }],
        },
      ],
      'custom',
      'questions.0.branches.0.value',
    ],
  ])('%s', (_name, questions, type, path) => {
    expect(Object.keys(faults(questions, type))).toContain(path)
  })

  it('whose last day is before its first', () => {
    const timing = { startsOn: '2026-03-02', endsOn: '2026-03-01', delaySeconds: 5 }
    expect(faults([score], 'nps', { timing })).toEqual({
      'timing.endsOn': 'The last day is before the first one.',
    })
  })
})

describe('the way through a survey', () => {
  const { questions } = surveyOf([
    { key: 'score', type: 'rating', text, branches: [{ operator: 'atLeast', value: 4, goTo: 'praise' }] },
    { key: 'trouble', type: 'longText', text, branches: [{ operator: 'answered', goTo: null }] },
    { key: 'praise', type: 'longText', text },
  ])
  const keys = (answers: Record<string, number | string>) => pathOf(questions, answers).map(({ key }) => key)

  it('follows the first branch that holds, else goes to the next question', () => {
    expect(keys({ score: 5 })).toEqual(['score', 'praise'])
    expect(keys({ score: 2 })).toEqual(['score', 'trouble', 'praise'])
    expect(keys({ score: 2, trouble: 'Slow' })).toEqual(['score', 'trouble'])
    expect(keys({})).toEqual(['score', 'trouble', 'praise'])
  })

  it('never goes back, so that it ends', () => {
    const backwards = questions.map((one) => ({
      ...one,
      branches: [{ operator: 'notAnswered' as const, value: null, goTo: 'score' }],
    }))
    expect(nextPlace(backwards, 1, {})).toBe(2)
    expect(pathOf(backwards, {})).toHaveLength(3)
  })
})
