import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkRule, foldedSql, ruleToSql, type Rule, type RuleColumn } from '../src/index.ts'
import { connect } from './database.ts'
import { findField } from './fields.ts'

const COLUMNS: Record<string, RuleColumn> = {
  note: { sql: 'note', storage: 'text' },
  health: { sql: `(custom->>'7')::numeric`, storage: 'numeric', present: `custom ? '7'` },
  renewal: { sql: 'renewal', storage: 'timestamp' },
  active: { sql: 'active', storage: 'boolean' },
  stage: { sql: 'stage', storage: 'int' },
  owners: { sql: 'owners', storage: 'intArray' },
}

function toSql(rule: Rule, columns = COLUMNS): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  const sql = ruleToSql(checkRule(rule, findField).rule, {
    column: (name) => columns[name]!,
    param: (value) => `$${values.push(value)}`,
    today: '2026-11-21',
  })
  return { sql, values }
}

const note: Rule = { field: 'note', operator: 'contains', value: '50%_\\É' }

test.each<[string, Rule, string, unknown[]]>([
  ['everything', { and: [] }, 'true', []],
  ['nothing', { not: { and: [] } }, 'false', []],
  ['a broken condition', { not: { field: 'gone', operator: 'set' } }, 'false', []],
  ['a text', note, '(lower((note) collate "pg_c_utf8") like $1)', ['%50\\%\\_\\\\é%']],
  [
    'a number that must be present',
    { field: 'health', operator: 'greater', value: 1e21 },
    `((custom ? '7') and ((custom->>'7')::numeric) > $1::numeric)`,
    ['1e+21'],
  ],
  [
    'a day of instants',
    { field: 'renewal', operator: 'equals', value: '2026-12-31' },
    '((renewal) >= $1::timestamptz and (renewal) < $2::timestamptz)',
    ['2026-12-31T00:00:00Z', '2027-01-01T00:00:00Z'],
  ],
  [
    'negation at the leaf',
    { field: 'stage', operator: 'isNotSetTo', value: 1 },
    '(((stage) = $1::int) is not true)',
    ['1'],
  ],
  [
    'not (a or not b)',
    { not: { or: [{ field: 'active', operator: 'isTrue' }, { not: { field: 'stage', operator: 'set' } }] } },
    '((((active) = true) is not true) and ((stage) is not null))',
    [],
  ],
])('%s', (_name, rule, sql, values) => {
  expect(toSql(rule)).toEqual({ sql, values })
})

test('a column stored in a way its conditions cannot be asked of is a mistake of the caller', () => {
  const columns = { note: { sql: 'note', storage: 'int' } as const }
  expect(() => toSql(note, columns)).toThrow('A text condition cannot be asked of a column stored as int.')
})

describe('an index serves', () => {
  let client: Client
  beforeAll(async () => {
    client = await connect()
    await client.query(`
      create temporary table indexed (note text, renewal timestamptz, stage int, owners int[], custom jsonb);
      create index by_note on indexed (${foldedSql('note')});
      create index by_renewal on indexed (renewal);
      create index by_stage on indexed (stage);
      create index by_owners on indexed using gin (owners);
      create index by_health on indexed (((custom->>'7')::numeric)) where custom ? '7';
      set enable_seqscan = off`)
  })
  afterAll(() => client.end())

  test.each<[string, Rule]>([
    ['by_note', { field: 'note', operator: 'equals', value: 'É' }],
    ['by_note', { field: 'note', operator: 'startsWith', value: 'Éa' }],
    ['by_renewal', { field: 'renewal', operator: 'inLast', value: 7 }],
    ['by_stage', { field: 'stage', operator: 'isSetTo', value: [1, 2] }],
    ['by_owners', { field: 'owners', operator: 'isSetTo', value: [1, 2] }],
    ['by_health', { not: { not: { field: 'health', operator: 'between', value: [1, 2] } } }],
  ])('%s: %j', async (index, rule) => {
    const { sql, values } = toSql(rule)
    const { rows } = await client.query(`explain (format json) select from indexed where ${sql}`, values)
    expect(JSON.stringify(rows)).toMatch(new RegExp(`"Index Name":"${index}".*"Index Cond"`))
  })
})
