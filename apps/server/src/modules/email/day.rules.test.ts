import { describe, expect, it } from 'vitest'
import { boundsOf, writtenAt } from './day.rules.ts'

const at = (text: string) => new Date(text)

describe('a filter by days', () => {
  it.each([
    ['equals', '2026-03-14T00:00:00Z', '2026-03-15T00:00:00Z'],
    ['greater', '2026-03-15T00:00:00Z', undefined],
    ['greaterEqual', '2026-03-14T00:00:00Z', undefined],
    ['lesser', undefined, '2026-03-14T00:00:00Z'],
    ['lesserEqual', undefined, '2026-03-15T00:00:00Z'],
  ])('%s means whole days in UTC', (operator, from, until) => {
    expect(boundsOf({ [`date[${operator}]`]: '2026-03-14' })).toEqual({
      ...(from ? { from: at(from) } : {}),
      ...(until ? { until: at(until) } : {}),
    })
  })

  it('between holds both of its days', () => {
    expect(boundsOf({ 'date[between]': ['2026-02-28', '2026-03-01'] })).toEqual({
      from: at('2026-02-28T00:00:00Z'),
      until: at('2026-03-02T00:00:00Z'),
    })
  })

  it('with several parts is all of them', () => {
    expect(boundsOf({ dateFrom: '2026-03-01', 'date[lesser]': '2026-03-10', dateTo: '2026-04-01' })).toEqual({
      from: at('2026-03-01T00:00:00Z'),
      until: at('2026-03-10T00:00:00Z'),
    })
    expect(boundsOf({})).toEqual({})
  })
})

describe('when a mail was written', () => {
  const now = at('2026-03-14T12:00:00Z')

  it.each([
    ['1970-01-01T00:00:00Z', undefined, '1970-01-01T00:00:00Z'],
    ['1969-02-14T03:02:00Z', undefined, '1969-02-14T03:02:00Z'],
    ['3609-06-30T09:33:50Z', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['<HR>', undefined, '2026-03-14T12:00:00Z'],
    [undefined, 'Sun, 1 Mar 2026 10:00:00 +0100', '2026-03-01T09:00:00Z'],
    ['2026-03-14T20:00:00Z', undefined, '2026-03-14T20:00:00Z'],
  ])('is what %s and %s tell', (said, received, expected) => {
    expect(writtenAt(said, received, now)).toEqual(at(expected))
  })
})
