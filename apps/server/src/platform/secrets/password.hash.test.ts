import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.hash.ts'

it('knows the password of a hash and no other', async () => {
  const hash = await hashPassword('Correct-horse-7')
  expect(await verifyPassword(hash, 'Correct-horse-7')).toBe(true)
  expect(await verifyPassword(hash, 'correct-horse-7')).toBe(false)
  expect(await verifyPassword(undefined, 'Correct-horse-7')).toBe(false)
})

it('works as long where there is no hash', async () => {
  const known = await hashPassword('Correct-horse-7')
  const fastest = { known: Infinity, unknown: Infinity }
  // By turns, so that a busy machine is as busy for both.
  for (let round = 0; round < 15; round += 1) {
    for (const [kind, stored] of [['known', known] as const, ['unknown', undefined] as const]) {
      const start = performance.now()
      await verifyPassword(stored, 'wrong')
      fastest[kind] = Math.min(fastest[kind], performance.now() - start)
    }
  }
  expect(fastest.unknown / fastest.known).toBeGreaterThan(0.5)
  expect(fastest.unknown / fastest.known).toBeLessThan(2)
})
