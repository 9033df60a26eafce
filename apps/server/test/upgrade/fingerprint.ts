import pg from 'pg'
import { tablesOf } from './snapshot.ts'

/** By table: how many rows there are, and a hash of each column together with the key. */
export type Fingerprint = Record<string, Record<string, string>>

/** What the rows of a database are, in a few words that change when a value does. */
export async function fingerprintOf(url: string): Promise<Fingerprint> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found: Fingerprint = {}
    for (const { name, columns, key } of await tablesOf(client)) {
      const hashes = columns.map(
        (column) =>
          `coalesce(sum(hashtextextended(row(${[...key, column].join(', ')})::text, 0)::numeric), 0)::text as ${column}`,
      )
      const { rows } = await client.query<Record<string, string>>(
        `select count(*)::text as "(rows)", ${hashes.join(', ')} from ${name}`,
      )
      if (rows[0]?.['(rows)'] !== '0') found[name] = rows[0] ?? {}
    }
    return found
  } finally {
    await client.end()
  }
}

/** The tables and columns whose rows are not what they were; what came to be since does not count. */
export function changesBetween(before: Fingerprint, after: Fingerprint): string[] {
  return Object.entries(before).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([column, hash]) => after[table]?.[column] !== hash)
      .map(([column]) => `${table}.${column}`),
  )
}
