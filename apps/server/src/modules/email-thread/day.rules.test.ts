import { describe, expect, it } from 'vitest'
import { boundsOf } from './day.rules.ts'

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
