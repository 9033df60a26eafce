import type { Rule } from '@steward/conditions'
import type { TaskViewState } from '@steward/contracts/task/view'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredView {
  viewId: number
  name: string
  isPrivate: boolean
  view: TaskViewState
  createdBy: number
  updatedAt: Date
}

const columns = `view_id "viewId", name, private "isPrivate", view, created_by "createdBy", updated_at "updatedAt"`

/** The views that a user may see, by name: public ones, and their own. With an id, at most that one. */
export function listViews(
  db: Db | Tx,
  tenantId: number,
  userId: number,
  viewId: number | null = null,
): Promise<StoredView[]> {
  return query<StoredView>(
    db,
    `/*task_view.list*/ select ${columns} from task_view
     where tenant_id = $1 and (not private or created_by = $2) and ($3::int is null or view_id = $3)
     order by lower(name), view_id`,
    [tenantId, userId, viewId],
  )
}

/** The filters of all views of a company. */
export function listFiltered(
  db: Db,
  tenantId: number,
): Promise<{ name: string; isPrivate: boolean; filter: Rule }[]> {
  return query(
    db,
    `/*task_view.filters*/ select name, private "isPrivate", view->'filter' as filter from task_view
     where tenant_id = $1 and jsonb_typeof(view->'filter') = 'object' order by lower(name), view_id`,
    [tenantId],
  )
}

type ViewForm = Omit<StoredView, 'viewId'>

/** Returns the id of the new view. */
export async function insertView(
  tx: Tx,
  tenantId: number,
  { name, isPrivate, view, createdBy, updatedAt }: ViewForm,
): Promise<number> {
  const rows = await query<{ viewId: number }>(
    tx,
    `/*task_view.insert*/ insert into task_view (tenant_id, name, private, view, created_by, updated_at)
     values ($1, $2, $3, $4, $5, $6) returning view_id "viewId"`,
    [tenantId, name, isPrivate, JSON.stringify(view), createdBy, updatedAt],
  )
  return rows[0]?.viewId as number
}

export async function updateView(
  tx: Tx,
  tenantId: number,
  viewId: number,
  { name, isPrivate, view, updatedAt }: Omit<ViewForm, 'createdBy'>,
): Promise<void> {
  await query(
    tx,
    `/*task_view.update*/ update task_view set name = $3, private = $4, view = $5, updated_at = $6
     where tenant_id = $1 and view_id = $2`,
    [tenantId, viewId, name, isPrivate, JSON.stringify(view), updatedAt],
  )
}

export async function deleteView(tx: Tx, tenantId: number, viewId: number): Promise<void> {
  await query(tx, '/*task_view.delete*/ delete from task_view where tenant_id = $1 and view_id = $2', [
    tenantId,
    viewId,
  ])
}
