import { expect, test } from 'vitest'
import { firstCrop, mostZoom, savedPixels, within } from './crop.rules.ts'

const wide = { width: 4000, height: 2000 }

test('at first as much as fits is kept, around the middle', () => {
  expect(firstCrop(wide)).toEqual({ zoom: 1, x: 2000, y: 1000 })
})

test('the square stays inside of the picture, whatever is asked for', () => {
  expect(within(wide, { zoom: 1, x: -50, y: 5000 })).toEqual({ zoom: 1, x: 1000, y: 1000 })
  expect(within(wide, { zoom: 4, x: 10_000, y: 0 })).toEqual({ zoom: 4, x: 3750, y: 250 })
  expect(within(wide, { zoom: 0.1, x: 2000, y: 1000 }).zoom).toBe(1)
  expect(within(wide, { zoom: 99, x: 2000, y: 1000 }).zoom).toBe(mostZoom)
})

test('what is saved has at most 600 pixels a side, and never more than the picture', () => {
  expect(savedPixels(wide, { zoom: 1, x: 0, y: 0 })).toBe(600)
  expect(savedPixels({ width: 300, height: 900 }, { zoom: 2, x: 0, y: 0 })).toBe(150)
})
