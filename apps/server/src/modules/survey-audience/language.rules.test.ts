import { expect, it } from 'vitest'
import { languageNamed } from './language.rules.ts'

it.each([
  ['de', 'de'],
  [' DE ', 'de'],
  ['de-AT', 'de'],
  ['de_CH', 'de'],
  ['German', 'de'],
  ['deutsch', 'de'],
  ['Português', 'pt'],
  ['pt-BR', 'pt-BR'],
  ['fr', undefined],
  ['', undefined],
  ['Denmark', undefined],
])('%j names %j', (text, language) => {
  expect(languageNamed(text, ['en', 'de', 'pt', 'pt-BR'])).toBe(language)
})

it('names the language of another region where there is none of its own', () => {
  expect(languageNamed('pt', ['en', 'pt-BR'])).toBe('pt-BR')
  expect(languageNamed('de_AT', ['en', 'de-CH'])).toBe('de-CH')
  expect(languageNamed('p', ['en', 'pt-BR'])).toBeUndefined()
})
