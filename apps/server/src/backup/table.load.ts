import type pg from 'pg'
import type { About } from './archive/archive.contract.ts'
import {
  hasTable,
  listIndexes,
  listReferences,
  listTables,
  quoted,
  type Index,
  type Reference,
} from './catalogue.read-model.ts'

/** What is taken off empty tables before they are filled, because it is quicker to make at once. */
export interface TakenOff {
  tables: string[]
  references: Reference[]
  indexes: Index[]
}

/** Takes foreign keys, indexes and triggers off the tables, in the transaction of the connection. */
export async function takeOff(client: pg.ClientBase): Promise<TakenOff> {
  const tables = (await listTables(client)).map(({ name }) => name)
  const [references, indexes] = [await listReferences(client), await listIndexes(client)]
  for (const { table, name } of references) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  }
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`)
  // What triggers do was done when the rows were written first.
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`)
  // What migrations wrote is in the archive as well.
  await client.query(`truncate ${tables.map(quoted).join(', ')}`)
  return { tables, references, indexes }
}

/** Puts back what was taken off; the database checks all rows against the foreign keys. */
export async function putBack(
  client: pg.ClientBase,
  { tables, references, indexes }: TakenOff,
  made: About['made'],
): Promise<void> {
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`)
  for (const { name, definition } of made) {
    if (await isMade(client, name)) continue
    await client.query(definition)
  }
}

async function isMade(client: pg.ClientBase, name: string): Promise<boolean> {
  if (await hasTable(client, name)) return true
  const { rowCount } = await client.query('select from pg_statistic_ext where stxname = $1', [name])
  return rowCount === 1
}

/** Lets the sequences of an empty database continue where they stood. */
export async function moveSequences(client: pg.ClientBase, sequences: About['sequences']): Promise<void> {
  for (const { name, last, called } of sequences) {
    if (!(await hasTable(client, name))) continue
    await client.query(
      `select setval($1::regclass, greatest(last_value, $2::bigint), is_called or $3 or last_value > $2::bigint)
       from ${quoted(name)}`,
      [name, last, called],
    )
  }
}

/** Ids that others take in the moment between looking at a sequence and moving it. */
const margin = 1000

/** Moves sequences beyond where those of another instance stood, while others use them. */
export async function raiseSequences(client: pg.ClientBase, sequences: About['sequences']): Promise<void> {
  for (const { name, last } of sequences) {
    if (!(await hasTable(client, name))) continue
    await client.query(
      `select setval($1::regclass, $2::bigint + ${margin}) from ${quoted(name)} where last_value <= $2::bigint`,
      [name, last],
    )
  }
}
