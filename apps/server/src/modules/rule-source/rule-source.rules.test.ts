import { describe, expect, it } from 'vitest'
import { bindRule, ruleSql, type RuleSource } from './rule-source.binding.ts'

interface TaskField {
  column: string
  kind: 'text' | 'date'
}

const fields: Readonly<Record<string, TaskField>> = {
  title: { column: 't.title', kind: 'text' },
  due: { column: 't.due_on', kind: 'date' },
}

/** Tasks, which are no records: a source is all that rules need of them. */
const tasks: RuleSource<TaskField> = {
  find: (name) => fields[name],
  describe: ({ column, kind }) => ({ name: column, kind }),
}

describe('a rule about something else than records', () => {
  it('becomes SQL over the columns of its source', () => {
    const rule = bindRule({ field: 'due', operator: 'greater', value: '2026-03-01' }, tasks)
    const values: unknown[] = []
    const sql = ruleSql(
      rule,
      '2026-03-14',
      (value) => `$${values.push(value)}`,
      ({ column }) => ({ sql: column, storage: 'date' }),
    )
    expect(sql).toContain('t.due_on')
    expect(values).toEqual(['2026-03-01'])
    expect([...rule.fields]).toEqual(['due'])
  })

  it('holds for everything when it is empty', () => {
    for (const filter of [undefined, '']) expect(bindRule(filter, tasks).checked).toEqual({ and: [] })
  })

  it('reports faults at their path below the root', () => {
    const wrong = { and: [{ field: 'due', operator: 'contains', value: 'x' }] } as never
    expect(() => bindRule(wrong, tasks, 'trigger')).toThrow(
      expect.objectContaining({
        reason: 'filter.invalid',
        fields: { 'trigger.and[0].operator': expect.any(String) },
      }),
    )
  })

  it('lists conditions on fields that are gone', () => {
    const rule = bindRule({ field: 'gone', operator: 'set' }, tasks)
    expect(rule.broken).toEqual([{ field: 'gone', message: expect.any(String) }])
  })
})
