import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'

const failure = (message: string) =>
  new ApiError({ status: 500, code: 'internal', reason: 'unknown', message })

it('shows the text of the server, and general texts without one', () => {
  expect(errorText(failure('The stage was deleted.'))).toBe('The stage was deleted.')
  expect(errorText(failure(''))).toBe(
    'Oops, something went wrong somewhere. You may want to refresh and try again.',
  )
  expect(errorText(new TypeError('x is undefined'))).toBe('Something went wrong, please try again.')
})
