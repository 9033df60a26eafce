import * as fc from 'fast-check'
import type { Client } from 'pg'
import { foldedSql } from '../src/index.ts'
import { RANDOM_FIELDS } from './random-fields.ts'

export type RandomRow = Record<string, unknown>

/** Makes the temporary table `random_row` and returns what it holds, in the order of its `id` (from 0). */
export async function fillRandomTable(client: Client, count: number, seed: number): Promise<RandomRow[]> {
  const rows = fc.sample(randomRow(), { numRuns: count, seed })
  const typed = Object.entries(RANDOM_FIELDS).filter(([, { type }]) => type !== undefined)
  const columns = ['id int', ...typed.map(([name, { type }]) => `${name} ${type}`), 'custom jsonb']
  const names = ['id', ...typed.map(([name]) => name), 'custom'].join(', ')
  const folded = `title_folded text generated always as (${foldedSql('title')}) stored`
  await client.query(`create temporary table random_row (${columns.join(', ')}, ${folded})`)
  await client.query(
    `insert into random_row (${names}) select ${names} from jsonb_to_recordset($1) as source (${columns.join(', ')})`,
    [JSON.stringify(rows.map(stored))],
  )
  return rows
}

/** About one value in five is unset. */
function randomRow(): fc.Arbitrary<RandomRow> {
  const values = Object.entries(RANDOM_FIELDS).map(([name, { value }]) => [
    name,
    fc.option(value, { freq: 5, nil: null }),
  ])
  return fc.record(Object.fromEntries(values))
}

/**
 * The row as its columns hold it: what has no column of its own goes under `custom`, if it is set. An unset
 * `customOptions` is a json null, which is unset too.
 */
function stored(row: RandomRow, id: number): RandomRow {
  const entries = Object.entries(row)
  const custom = entries.filter(
    ([name, value]) => !hasColumn(name) && (value !== null || name === 'customOptions'),
  )
  return {
    id,
    ...Object.fromEntries(entries.filter(([name]) => hasColumn(name))),
    custom: Object.fromEntries(custom),
  }
}

function hasColumn(name: string): boolean {
  return RANDOM_FIELDS[name]?.type !== undefined
}
