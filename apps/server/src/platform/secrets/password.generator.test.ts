import { expect, it } from 'vitest'
import { generatePassword } from './password.generator.ts'

it('generates readable passwords that hold every kind of character', () => {
  const passwords = Array.from({ length: 200 }, generatePassword)
  for (const password of passwords) {
    expect(password).toMatch(/^\w{4}(-\w{4}){3}$/)
    expect(password).toMatch(/[a-z]/)
    expect(password).toMatch(/[A-Z]/)
    expect(password).toMatch(/\d/)
    expect(password).not.toMatch(/[0O1lI_]/)
  }
  expect(new Set(passwords).size).toBe(200)
})
