import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface Column {
  sql: string
  type: string
  /** Formats a value of a row; by default it stays as it is. */
  read?(value: never): unknown
  write?(value: never): unknown
}

/** An item as it is, with what the ledger does not keep. */
export interface Current<State> {
  id: number
  version: number
  state: State
}

export const instant = (sql: string): Column => ({
  sql,
  type: 'timestamptz',
  read: (at: Date | string | null) => (at instanceof Date ? at.toISOString() : at),
})

/**
 * The table of one kind of item, with a column for each key of its state. Plans and their items are written
 * alike, so that both have the same ledger and undo.
 */
export function createItemTable<State extends object>(
  table: string,
  idColumn: string,
  columns: Readonly<Record<keyof State & string, Column>>,
) {
  type Key = keyof State & string
  const keys = Object.keys(columns) as Key[]
  const names = keys.map((key) => columns[key].sql)
  const typed = keys.map((key) => `${columns[key].sql} ${columns[key].type}`)
  /** An object that grows key by key gets slow beyond a dozen of them; a copy of one that has all is not. */
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null])))) as Readonly<
    Record<string, unknown>
  >
  const source = `jsonb_to_recordset($2::jsonb) as x(id bigint, version integer, ${typed.join(', ')})`

  const json = (items: readonly Current<State>[]): string =>
    JSON.stringify(
      items.map(({ id, version, state }) => {
        const values = keys.map((key) => {
          const { sql, write } = columns[key]
          return [sql, write ? write(state[key] as never) : state[key]]
        })
        return { id, version, ...Object.fromEntries(values) }
      }),
    )

  function stateOf(row: Readonly<Record<string, unknown>>): State {
    const state: Record<string, unknown> = { ...blank }
    for (const key of keys) {
      const { sql, read } = columns[key]
      state[key] = read ? read(row[sql] as never) : row[sql]
    }
    return state as State
  }

  /** The same of a row that is an array, whose first columns are others. */
  function stateAfter(row: readonly unknown[], others: number): State {
    const state: Record<string, unknown> = { ...blank }
    for (const [at, key] of keys.entries()) {
      const value = row[others + at]
      const { read } = columns[key]
      state[key] = read ? read(value as never) : value
    }
    return state as State
  }

  return {
    keys,
    stateOf,
    stateAfter,
    /** The columns of a row `t`, as `stateOf` reads them. */
    columnsOf: (t: string): string => names.map((name) => `${t}.${name}`).join(', '),

    differing: (before: State, after: State): Key[] =>
      keys.filter((key) => {
        const [one, other] = [before[key], after[key]]
        return one !== other && (typeof one !== 'object' || JSON.stringify(one) !== JSON.stringify(other))
      }),

    pick: (state: State, some: readonly Key[]): Record<string, unknown> =>
      Object.fromEntries(some.map((key) => [key, state[key]])),

    async takeIds(tx: Tx, count: number): Promise<number[]> {
      const rows = await query<{ id: number }>(
        tx,
        `/*${table}.ids*/ select nextval(s.sequence) as id from
           (select pg_get_serial_sequence('${table}', '${idColumn}')::regclass as sequence offset 0) s, generate_series(1, $1)`,
        [count],
      )
      return rows.map(({ id }) => id)
    },

    /** Inserts items; answers the ids of those that were. One that is there already is left out. */
    async insert(tx: Tx, tenantId: number, items: readonly Current<State>[], at: Date): Promise<Set<number>> {
      const rows = await query<{ id: number }>(
        tx,
        `/*${table}.insert*/ insert into ${table} (tenant_id, ${idColumn}, version, updated_at, ${names.join(', ')})
         select $1, x.id, x.version, $3, ${names.map((name) => `x.${name}`).join(', ')} from ${source}
         on conflict do nothing returning ${idColumn} as id`,
        [tenantId, json(items), at],
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Writes items that are locked. */
    async update(tx: Tx, tenantId: number, items: readonly Current<State>[], at: Date): Promise<void> {
      await query(
        tx,
        `/*${table}.update*/ update ${table} t set version = x.version, updated_at = $3,
           ${names.map((name) => `${name} = x.${name}`).join(', ')}
         from ${source} where t.tenant_id = $1 and t.${idColumn} = x.id`,
        [tenantId, json(items), at],
      )
    },

    async remove(tx: Tx, tenantId: number, ids: readonly number[]): Promise<void> {
      await query(
        tx,
        `/*${table}.delete*/ delete from ${table} where tenant_id = $1 and ${idColumn} = any($2::bigint[])`,
        [tenantId, ids],
      )
    },

    /** Items in the order of their ids, locked until the transaction ends; `condition` is about the row `t`. */
    async lock(
      tx: Tx,
      tenantId: number,
      ids: readonly number[],
      condition: string,
    ): Promise<Current<State>[]> {
      const rows = await query<Record<string, unknown> & { id: number; version: number }>(
        tx,
        `select t.${idColumn} as id, t.version, ${names.map((name) => `t.${name}`).join(', ')} from ${table} t
         where t.tenant_id = $1 and t.${idColumn} = any($2::bigint[]) and ${condition}
         order by t.${idColumn} for no key update of t`,
        [tenantId, ids],
      )
      return rows.map((row) => ({ id: row.id, version: row.version, state: stateOf(row) }))
    },

    /** The names of items; `condition` is about the row `t`. */
    async titles(
      db: Db | Tx,
      tenantId: number,
      ids: readonly number[],
      condition: string,
    ): Promise<Map<number, string>> {
      const rows = await query<{ id: number; name: string }>(
        db,
        `/*${table}.titles*/ select t.${idColumn} as id, t.name from ${table} t
         where t.tenant_id = $1 and t.${idColumn} = any($2::bigint[]) and ${condition}`,
        [tenantId, ids],
      )
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}

export type ItemTable<State extends object> = ReturnType<typeof createItemTable<State>>
