import { expect, it } from 'vitest'
import { completionText } from './completion.rules.ts'

it.each([
  [0, '0%'],
  [38.3, '38.3%'],
  [38.46, '38.4%'],
  [99.99, '99.9%'],
  [100, '100%'],
])('%s is written %s', (percent, text) => {
  expect(completionText(percent)).toBe(text)
})
