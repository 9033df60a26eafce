import { expect, it } from 'vitest'
import { isSmallAfter } from './small-header.ts'

const scrolled = (scrollTop: number, scrollHeight = 2000) => ({ scrollTop, scrollHeight, clientHeight: 500 })

it('shrinks after a bit of scrolling, and grows at the start only', () => {
  expect(isSmallAfter(false, scrolled(40))).toBe(false)
  expect(isSmallAfter(false, scrolled(80))).toBe(true)
  expect(isSmallAfter(true, scrolled(40))).toBe(true)
  expect(isSmallAfter(true, scrolled(0))).toBe(false)
})

it('stays where little is left to scroll, so that it does not flicker', () => {
  expect(isSmallAfter(false, scrolled(80, 700))).toBe(false)
})
