import { describe, expect, it } from 'vitest'
import { passwordFaults } from './new-password.rules.ts'

const long = 'Harbour-lights-42-and-some-more'

describe('a new password and its repetition', () => {
  it.each([
    ['', '', null, { password: 'Please enter your password', confirm: 'Please confirm your password' }],
    ['Harbour-lights-42', '', null, { confirm: 'Please confirm your password' }],
    [
      'Harbour-lights-42',
      'Harbour-lights-43',
      null,
      { confirm: 'The two passwords that you entered do not match' },
    ],
    [long, long, 30, { password: 'Password can not contain more than 30 characters' }],
    [long, long, null, {}],
    ['Harbour-lights-42', 'Harbour-lights-42', 30, {}],
  ])('%j and %j, at most %j', (password, confirm, most, faults) => {
    expect(passwordFaults({ password, confirm }, most)).toEqual(faults)
  })
})
