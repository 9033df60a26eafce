import { expect, test } from 'vitest'
import { phoneNumberOf } from './phone-number.rules.ts'

test('a number is sent with a leading plus and without signs', () => {
  expect(phoneNumberOf(' +44 (20) 7183-8750 ')).toEqual({ phoneNumber: '+442071838750' })
  expect(phoneNumberOf('0044 20 7183 8750')).toEqual({ phoneNumber: '+442071838750' })
})

test.each([
  ['', 'Enter your mobile number.'],
  ['020 7183 8750', 'Start with a plus and the country code, such as +44 20 7183 8750.'],
  ['+44 20 seven', 'Enter a valid phone number.'],
  ['+012345678', 'Enter a valid phone number.'],
])('of %j it says what is wrong', (text, fault) => {
  expect(phoneNumberOf(text)).toEqual({ fault })
})
