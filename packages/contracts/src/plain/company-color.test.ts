import { expect, it } from 'vitest'
import { contrastOf, readableOn, textOn } from './company-color.ts'

const parts = ['00', '40', '80', 'c0', 'ff']
const colors = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))

it('measures contrasts as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1)
})

it('finds a shade of every color that can be read on both themes, and a text that can be read on it', () => {
  for (const color of colors) {
    for (const background of ['#ffffff', '#22252c']) {
      const shade = readableOn(background, color)
      expect(contrastOf(shade, background), color).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(textOn(shade), shade), color).toBeGreaterThanOrEqual(4.5)
    }
  }
})

it('keeps a color that can be read as it is', () => {
  expect(readableOn('#ffffff', '#0b5cad')).toBe('#0b5cad')
})
