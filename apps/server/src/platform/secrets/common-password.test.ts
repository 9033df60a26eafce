import { expect, it } from 'vitest'
import { isCommonPassword } from './common-password.ts'

it.each([
  ['password', true],
  ['Password1!', true],
  ['P@ssw0rd', true],
  ['Dragon-2026', false],
  ['Dragon-26', true],
  ['!!Monkey1', true],
  ['1q2w3e4r5t', true],
  ['Harbour-lights-42', false],
  ['correct horse battery staple', false],
  ['Xk7-mQ2v-Lp9w', false],
  ['', false],
  ['1234', true],
  ['!?§', false],
])('%j is common: %s', async (password, isCommon) => {
  expect(await isCommonPassword(password)).toBe(isCommon)
})
