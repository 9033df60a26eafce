import { expect, test } from 'vitest'
import { phoneNumberOf } from './phone-number.rules.ts'

test('a number is sent with a leading plus and without signs', () => {
  expect(phoneNumberOf(' +44 (20) 7183-8750 ')).toEqual({ phoneNumber: '+442071838750' })
  expect(phoneNumberOf('0044 20 7183 8750')).toEqual({ phoneNumber: '+442071838750' })
})

test.each([
  ['', 'Enter your mobile number.'],
  ['020 7183 8750', 'Begin with a plus and the country code, such as +44 20 7183 8750.'],
  ['+44 20 seven', 'This is no number. Check its digits.'],
  ['+012345678', 'This is no number. Check its digits.'],
])('of %j it says what is wrong', (text, fault) => {
  expect(phoneNumberOf(text)).toEqual({ fault })
})
