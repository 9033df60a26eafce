import { describe, expect, it } from 'vitest'
import { isEmailAddress, isNamedAddress, readNamedAddress } from './email-address.ts'

describe('an e-mail address', () => {
  it.each(['ada@example.com', "o'hara+news@mail.example.co.uk", 'jörg@müller.example'])(
    'can be %s',
    (text) => {
      expect(isEmailAddress(text)).toBe(true)
    },
  )

  it.each([
    '<b>@x.example',
    'a<b@x.example>@y.example',
    '"a b"@x.example',
    'a,b@x.example',
    'a;b@x.example',
    'a:b@x.example',
    'a(comment)@x.example',
    'a@x.example\n',
    'a@x.example\u0000',
    'a@b@x.example',
    'a@x',
    'a@[127.0.0.1]',
    `${'a'.repeat(320)}@x.example`,
  ])('is not %j', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  it('comes with a name, or alone', () => {
    expect(readNamedAddress('"Ada Byron" <ada@example.com>')).toEqual({
      name: 'Ada Byron',
      address: 'ada@example.com',
    })
    expect(readNamedAddress(' ada@example.com ')).toEqual({ name: '', address: 'ada@example.com' })
    expect(isNamedAddress(readNamedAddress('<b>@x.example'))).toBe(false)
    expect(isNamedAddress({ name: 'Ada\nBcc: x@y.example', address: 'ada@example.com' })).toBe(false)
  })
})
