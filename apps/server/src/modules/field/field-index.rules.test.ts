import { describe, expect, it } from 'vitest'
import { createIndexSql, indexUseFor, type IndexUse } from './field-index.rules.ts'

const slots = (has: boolean) => (has ? { value: 'd4', currency: null } : null)

const made = (dataType: 'date' | 'multiPicklist', kind: 'date' | 'references', use: IndexUse) =>
  createIndexSql({
    field: { key: '12', dataType, kind, slots: slots(dataType === 'date') },
    fieldId: 12,
    use,
    tenantId: 3,
    level: 2,
  })

describe('indexes', () => {
  it.each([
    ['text', 'string', 'asc', 'asc'],
    ['text', 'string', 'match', 'match'],
    ['text', 'longText', 'asc', null],
    ['text', 'longText', 'match', null],
    ['number', 'number', 'match', 'asc'],
    ['date', 'date', 'desc', 'asc'],
    ['text', 'string', 'desc', 'desc'],
    ['boolean', 'boolean', 'match', 'asc'],
    ['reference', 'singlePicklist', 'match', 'asc'],
    ['reference', 'user', 'desc', null],
    ['references', 'multiPicklist', 'match', 'match'],
    ['references', 'multiPicklist', 'asc', null],
  ] as const)('serve a %s (%s) for %s by %s', (kind, dataType, use, served) => {
    const asked = { key: '1', kind, dataType, slots: slots(kind !== 'text' && kind !== 'references') }
    expect(indexUseFor(asked, use)).toBe(served)
  })

  it('hold the records of one tenant and level', () => {
    expect(made('multiPicklist', 'references', 'match')).toBe(
      `create index concurrently if not exists record_t3_f12_match on record ` +
        `using gin (((record.custom->'12')) jsonb_path_ops) where tenant_id = 3 and level = 2`,
    )
  })

  it('hold the values of one slot, with all that a list counts by', () => {
    const start = 'create index concurrently if not exists record_t3_f12_'
    const end = 'archived, churned, tenant_id) where tenant_id + 12 <> 0 and tenant_id in (3, -12)'
    const value = 'd4 asc nulls last, record_id asc'
    expect(made('date', 'date', 'asc')).toBe(
      `${start}asc on record_slot_2 (${value}) include (stage_id, ${end}`,
    )
    expect(made('date', 'date', 'stage')).toBe(
      `${start}stage on record_slot_2 (stage_id, ${value}) include (${end}`,
    )
  })

  it('are none for a field that has found no slot free', () => {
    const without = { key: '1', kind: 'number', dataType: 'number', slots: null } as const
    expect(indexUseFor(without, 'asc')).toBeNull()
  })
})
