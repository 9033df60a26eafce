import { expect, test } from 'vitest'
import { smallEnough } from './small-enough.ts'

test('the quality falls until the picture is small enough', async () => {
  const tried: number[] = []
  const encode = async (quality: number) => {
    tried.push(quality)
    return { size: quality * 1000 }
  }
  expect(await smallEnough(encode, 800)).toEqual({ size: 750 })
  expect(tried).toEqual([0.92, 0.85, 0.75])
  expect(await smallEnough(encode, 10)).toBeNull()
  expect(await smallEnough(async () => null, 10)).toBeNull()
})
