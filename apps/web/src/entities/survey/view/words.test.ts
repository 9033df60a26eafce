import { expect, test } from 'vitest'
import { chosenLanguage, directionOf, withNumbers, wordsIn } from './words.ts'

test('the language of a survey is the first that the reader wants and the survey has', () => {
  expect(chosenLanguage(['pt-BR', 'en'], ['en', 'pt-BR'], 'en')).toBe('pt-BR')
  expect(chosenLanguage(['de-AT'], ['en', 'de'], 'en')).toBe('de')
  expect(chosenLanguage(['de'], ['en', 'de-CH'], 'en')).toBe('de-CH')
  expect(chosenLanguage(['ja', 'ko'], ['en', 'de'], 'de')).toBe('de')
})

test('words that Steward has not in a language are English', () => {
  expect(wordsIn('de-CH').next).toBe('Weiter')
  expect(wordsIn('fi').next).toBe('Next')
})

test('a survey is written in the direction of its language', () => {
  expect(['ar', 'he-IL', 'fa'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl'])
  expect(['en', 'de', 'arn'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr'])
})

test('numbers are put into words', () => {
  expect(withNumbers(wordsIn('en').progress, 1, 12)).toBe('Question 1 of 12')
  expect(withNumbers(wordsIn('en').least, 3)).toBe('Enter a number of at least 3.')
})
