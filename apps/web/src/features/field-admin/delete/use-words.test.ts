import { describe, expect, it } from 'vitest'
import { groupUses, usesText } from './use-words.ts'

const use = (kind: string, name = kind, count = 1) => ({ kind, name, count })

describe('the uses of a field', () => {
  it.each([
    [[], ''],
    [[use('segment')], '1 segment'],
    [
      [use('segment', 'A'), use('column-set', 'List', 1), use('segment', 'B', 2)],
      '3 segments and 1 column set',
    ],
    [[use('pin'), use('mapping'), use('section', 'S', 1000)], '1 pin, 1 mapping and 1,000 sections'],
  ])('%j are %j', (uses, words) => {
    expect(usesText(uses)).toBe(words)
  })

  it('stand together by their kind', () => {
    const groups = groupUses([use('segment', 'A'), use('pin'), use('segment', 'B')])
    expect(groups.map(({ kind, uses }) => [kind, uses.length])).toEqual([
      ['segment', 2],
      ['pin', 1],
    ])
  })
})
