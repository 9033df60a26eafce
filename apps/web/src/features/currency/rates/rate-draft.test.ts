import { describe, expect, it } from 'vitest'
import {
  cellKey,
  editsOf,
  faultsByCell,
  pastedCells,
  rateFault,
  withCells,
  withoutSent,
} from './rate-draft.ts'

const months = ['2026-04', '2026-03', '2026-02']

describe('the draft of exchange rates', () => {
  it.each([
    ['', undefined],
    ['0.86', undefined],
    ['1,234.5', undefined],
    ['abc', 'such as 0.86'],
    ['0', 'above 0'],
    ['-2', 'above 0'],
    ['1e99', 'such as 0.86'],
  ])('reads %j', (text, fault) => {
    if (fault === undefined) expect(rateFault(text)).toBeUndefined()
    else expect(rateFault(text)).toContain(fault)
  })

  it('forgets a cell that says what is saved', () => {
    const key = cellKey('2026-04', 2)
    const draft = withCells(new Map(), [[key, '0.9']], () => '0.86')
    expect(draft.get(key)).toBe('0.9')
    expect(withCells(draft, [[key, ' 0.86']], () => '0.86').size).toBe(0)
  })

  it('keeps what was typed while it was being saved', () => {
    const [april, march, may] = [cellKey('2026-04', 2), cellKey('2026-03', 2), cellKey('2026-05', 2)]
    const sent = new Map([
      [april, '0.9'],
      [march, '0.8'],
    ])
    const typed = [[march, '0.7'] as const, [may, '1'] as const]
    const left = withoutSent(
      withCells(sent, typed, () => undefined),
      sent,
    )
    expect([...left]).toEqual([
      [march, '0.7'],
      [may, '1'],
    ])
    expect(withCells(sent, [[april, '0.86']], () => undefined).get(april)).toBe('0.86')
  })

  it('takes a block of a spreadsheet from a cell on, and leaves out what lies outside', () => {
    const cells = pastedCells('1\t2\t3\r\n4\t5\t6\n', { row: 2, column: 1 }, months, [7, 8, 9])
    expect(cells).toEqual([
      [cellKey('2026-02', 8), '1'],
      [cellKey('2026-02', 9), '2'],
    ])
  })

  it('sends what was emptied as no rate, and finds the cells that were refused', () => {
    const draft = new Map([
      [cellKey('2026-04', 2), '0.9'],
      [cellKey('2026-03', 3), ''],
    ])
    expect(editsOf(draft)).toEqual([
      { month: '2026-04', currencyDefinitionId: 2, rate: 0.9 },
      { month: '2026-03', currencyDefinitionId: 3, rate: null },
    ])
    const faults = faultsByCell(draft, { 'rates.1.rate': 'No.', other: 'x' })
    expect([...faults]).toEqual([[cellKey('2026-03', 3), 'No.']])
  })
})
