import { expect, test } from 'vitest'
import { formatNumber, parseNumber } from './number-text.ts'

test.each([
  ['1,234.5', 'en-US', 1234.5],
  ['1.234,5', 'de-DE', 1234.5],
  ['1 234,5', 'fr-FR', 1234.5],
  ['-.5', 'en-US', -0.5],
  ['  ', 'en-US', null],
])('%s in %s is %s', (text, locale, number) => {
  expect(parseNumber(text, locale)).toBe(number)
})

test.each([
  ['1.5', 'de-DE'],
  ['1234.56', 'de-DE'],
  ['0.86', 'de-DE'],
  ['1,5', 'en-US'],
  ['1,2345', 'en-US'],
  ['1.5,5', 'de-DE'],
  ['1,5.000', 'de-DE'],
])('%s in %s is no number, rather than another one', (text, locale) => {
  expect(parseNumber(text, locale)).toBeNaN()
})

test.each([
  ['1.500', 'de-DE', 1500],
  ['-12,34,567.5', 'en-IN', -1_234_567.5],
  ['1’234’567.5', 'de-CH', 1_234_567.5],
  ["1'234.5", 'de-CH', 1234.5],
  ['1,5', 'de-AT', 1.5],
])('%s in %s is %s, group by group', (text, locale, number) => {
  expect(parseNumber(text, locale)).toBe(number)
})

test.each(['abc', '1.2.3', '12a', '--1'])('%s is no number', (text) => {
  expect(parseNumber(text, 'en-US')).toBeNaN()
})

test.each(['en-US', 'de-DE', 'fr-FR', 'en-IN', 'sv-SE', 'et-EE', 'he-IL'])(
  'what is shown in %s can be typed again',
  (locale) => {
    expect(parseNumber(formatNumber(-9_876_543.21, 2, locale), locale)).toBe(-9_876_543.21)
  },
)
