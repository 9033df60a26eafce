import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.hash.ts'

/** The shortest of five refusals, in milliseconds. */
async function fastest(stored: string | undefined): Promise<number> {
  let best = Infinity
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now()
    await verifyPassword(stored, 'wrong')
    best = Math.min(best, performance.now() - start)
  }
  return best
}

it('knows the password of a hash and no other', async () => {
  const hash = await hashPassword('Correct-horse-7')
  expect(await verifyPassword(hash, 'Correct-horse-7')).toBe(true)
  expect(await verifyPassword(hash, 'correct-horse-7')).toBe(false)
  expect(await verifyPassword(undefined, 'Correct-horse-7')).toBe(false)
})

it('works as long where there is no hash', async () => {
  const hash = await hashPassword('Correct-horse-7')
  const [known, unknown] = [await fastest(hash), await fastest(undefined)]
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})
