import type { ColumnScope } from '@steward/contracts/column-set'
import { query, type Db } from '../../platform/db/database.ts'
import type { Layout } from './column-set.rules.ts'

/** How a user has laid out a list; undefined where no one has. */
export async function findLayout(
  db: Db,
  tenantId: number,
  userId: number,
  scope: ColumnScope,
): Promise<Layout | undefined> {
  const rows = await query<Layout>(
    db,
    `/*column-set.find*/
    select columns, pinned, widths, row_height "rowHeight", totals
    from column_set where tenant_id = $1 and user_id = $2 and scope = $3`,
    [tenantId, userId, scope],
  )
  return rows[0]
}

export async function putLayout(
  db: Db,
  tenantId: number,
  userId: number,
  scope: ColumnScope,
  { columns, pinned, widths, rowHeight, totals }: Layout,
): Promise<void> {
  await query(
    db,
    `/*column-set.put*/
    insert into column_set (tenant_id, user_id, scope, columns, pinned, widths, row_height, totals)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (tenant_id, user_id, scope) do update
    set columns = excluded.columns, pinned = excluded.pinned, widths = excluded.widths,
      row_height = excluded.row_height, totals = excluded.totals`,
    [tenantId, userId, scope, columns, pinned, JSON.stringify(widths), rowHeight, JSON.stringify(totals)],
  )
}

/** How many users have chosen a column, by list. `own`: its name in the list of its level; `reached`: elsewhere. */
export function countUses(
  db: Db,
  tenantId: number,
  scope: ColumnScope,
  own: string,
  reached: string,
): Promise<{ scope: ColumnScope; count: number }[]> {
  return query(
    db,
    `/*column-set.uses*/
    select scope, count(*)::integer count from column_set
    where tenant_id = $1 and case when scope = $2 then $3 else $4 end = any(columns)
    group by scope order by scope`,
    [tenantId, scope, own, reached],
  )
}
