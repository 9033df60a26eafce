import { expect, it } from 'vitest'
import { pageWordsIn, sayName } from './page-words.ts'

it('names a company as it is written', () => {
  expect(sayName(pageWordsIn('en').title, 'Cash $& Carry $$')).toBe('Survey by Cash $& Carry $$')
})
