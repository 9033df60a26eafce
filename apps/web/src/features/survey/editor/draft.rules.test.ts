import { expect, test } from 'vitest'
import type { Thanks } from '@steward/contracts/survey/definition'
import {
  draftLanguages,
  freeKey,
  moved,
  newOption,
  newQuestion,
  operatorsOf,
  partOfFault,
  thanksOf,
  withText,
  withType,
} from './draft.rules.ts'

test('a new question has a key that no other has, also after one was deleted', () => {
  const first = newQuestion('rating', [])
  const second = newQuestion('shortText', [first])
  expect([first.key, second.key]).toEqual(['q1', 'q2'])
  expect(freeKey('q', ['q2'])).toBe('q3')
  expect(freeKey('q', ['q3', 'q1'])).toBe('q4')
})

test('a key that was published is never given to another question or option', () => {
  const first = newQuestion('singleChoice', [])
  const removed = newQuestion('shortText', [first])
  expect(newQuestion('rating', [first], [first, removed]).key).toBe('q3')
  const [one, two] = first.options
  expect(newOption([one!], [one!, two!]).key).toBe('o3')
})

test('another type drops what only the old one had', () => {
  const choice = { ...newQuestion('singleChoice', []), text: { en: 'Which?' } }
  expect(withType(choice, 'multipleChoice').options).toEqual(choice.options)
  expect(withType(choice, 'longText')).toMatchObject({ text: { en: 'Which?' }, options: [], branches: [] })
})

test('items move within the list and never out of it', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})

test('an empty text is no text', () => {
  expect(withText({ en: 'Hello', de: 'Hallo' }, 'de', '')).toEqual({ en: 'Hello' })
  expect(withText({ en: 'Hello' }, 'de', 'Hallo')).toEqual({ en: 'Hello', de: 'Hallo' })
})

test('the languages of a draft are those that a question is in', () => {
  const question = { ...newQuestion('rating', []), text: { fr: 'Bien ?', de: 'Gut?' } }
  expect(draftLanguages([question], 'en')).toEqual(['en', 'de', 'fr'])
})

test('numbers are compared, choices are picked, texts are only there or not', () => {
  expect(operatorsOf('score')).toContain('atMost')
  expect(operatorsOf('multipleChoice')).toEqual(['includes', 'answered', 'notAnswered'])
  expect(operatorsOf('longText')).toEqual(['answered', 'notAnswered'])
})

const page = (from: number | null, to: number | null): Thanks => ({
  from,
  to,
  title: {},
  text: {},
  link: null,
})

test('the first page that fits the score is shown', () => {
  const pages = [page(9, 10), page(0, 6), page(null, null)]
  expect(thanksOf(pages, { score: 10 })).toBe(pages[0])
  expect(thanksOf(pages, { score: 0 })).toBe(pages[1])
  expect(thanksOf(pages, { score: 8 })).toBe(pages[2])
  expect(thanksOf(pages.slice(0, 2), { score: 8 })).toBeNull()
  expect(thanksOf(pages.slice(0, 1), {})).toBeNull()
})

test('every fault has a part of the editor', () => {
  expect(
    ['questions.0.text', 'thanks.1.title', 'mail.subject', 'timing.endsOn', 'name'].map(partOfFault),
  ).toEqual(['questions', 'thanks', 'channels', 'channels', 'questions'])
})
