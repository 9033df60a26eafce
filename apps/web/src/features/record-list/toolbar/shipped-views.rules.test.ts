import { describe, expect, it } from 'vitest'
import { parseRule } from '@steward/conditions'
import { levelOf } from '@steward/contracts/level'
import { levelBase, readListSearch } from '../../../entities/record-view/index.ts'
import { shippedViews } from './shipped-views.rules.ts'

const starter = [{ name: 'arr' }, { name: 'renewal_date' }]
const labels = (level: 'account' | 'contact' | 'pipeline', fields: readonly { name: string }[]) =>
  shippedViews(levelOf(level), fields).map(({ label }) => label)

describe('the views that Steward brings', () => {
  it('are there as far as the level has their fields', () => {
    expect(labels('account', starter)).toEqual(['Needs attention', 'Renewals in 90 days', 'My book'])
    expect(labels('account', [])).toEqual(['Needs attention', 'My book'])
    expect(labels('contact', starter)).toEqual([])
    expect(labels('pipeline', [])).toEqual(['Opportunities', 'Risks', 'My pipelines'])
  })

  it('sort pipelines by their value, where they have one', () => {
    const level = levelOf('pipeline')
    const sortOf = (fields: readonly { name: string }[]) =>
      shippedViews(level, fields).map(({ search }) => readListSearch(search, levelBase(level)).sort)
    const byValue = [{ column: 'value', direction: 'DESC' }]
    expect(sortOf([{ name: 'value' }])).toEqual([byValue, byValue, byValue])
    expect(sortOf([])[0]).toEqual([{ column: 'updatedAt', direction: 'DESC' }])
  })

  it('leave out what is over, and sort by what matters', () => {
    const level = levelOf('account')
    const base = levelBase(level)
    const read = shippedViews(level, starter).map(({ search }) =>
      readListSearch(JSON.parse(JSON.stringify(search)), base),
    )
    for (const { filter } of read) {
      expect(parseRule(filter).ok).toBe(true)
      expect(JSON.stringify(filter)).toContain('"field":"churned","operator":"isFalse"')
    }
    expect(read.map(({ sort }) => sort)).toEqual([
      [{ column: 'system:health', direction: 'ASC' }],
      [{ column: 'renewal_date', direction: 'ASC' }],
      [{ column: 'arr', direction: 'DESC' }],
    ])
    expect(read.map(({ mine }) => mine)).toEqual([false, false, true])
  })
})
