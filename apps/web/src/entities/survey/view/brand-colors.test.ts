import { expect, test } from 'vitest'
import { brandColors } from './brand-colors.ts'

test('texts on the color of a company are black or white, whichever contrasts more', () => {
  expect(brandColors('#ffe600').onBrand).toBe('#000000')
  expect(brandColors('#0b3d2e').onBrand).toBe('#ffffff')
  // A middle gray, where both contrast about equally.
  expect(brandColors('#757575').onBrand).toBe('#ffffff')
  expect(brandColors('#767676').onBrand).toBe('#000000')
})

test('a company without a color has that of Steward', () => {
  expect(brandColors(null)).toEqual({ brand: '#4b48c8', onBrand: '#ffffff' })
})
