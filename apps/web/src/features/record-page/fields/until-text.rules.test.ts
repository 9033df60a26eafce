import { describe, expect, it } from 'vitest'
import { untilText } from './until-text.rules.ts'

const now = new Date('2026-03-10T12:00:00Z')

describe('the distance of a day', () => {
  it.each([
    ['2026-03-10', 'today'],
    ['2026-03-11', 'tomorrow'],
    ['2026-05-07', 'in 58 days'],
    ['2026-02-14', '24 days ago'],
    ['nonsense', ''],
  ])('of %s is %s', (day, text) => {
    expect(untilText(day, now)).toBe(text)
  })
})
