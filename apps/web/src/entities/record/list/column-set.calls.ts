import type { ColumnScope, ColumnSet } from '@steward/contracts/column-set'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../../api/client.ts'

/** How someone has laid out a list. `columns`: null for the usual ones. */
export interface KeptLayout extends Pick<ColumnSet, 'rowHeight' | 'totals'> {
  columns: readonly string[] | null
  pinned: readonly string[]
  widths: Readonly<Record<string, number>>
}

export const usualLayout: KeptLayout = {
  columns: null,
  pinned: ['name'],
  widths: {},
  rowHeight: 'default',
  totals: null,
}

export const listScope = ({ name }: Level): ColumnScope => `${name}-list`

export async function readColumnSet(scope: ColumnScope, signal: AbortSignal): Promise<KeptLayout> {
  const { data } = await send(api.GET('/core/table-column-config', { params: { query: { scope } }, signal }))
  const { isUsual, selected, pinned, widths, rowHeight, totals } = data as ColumnSet
  return { columns: isUsual ? null : selected, pinned, widths, rowHeight, totals }
}

/** `keepalive`: the page may go away before the answer. */
export async function saveColumnSet(
  scope: ColumnScope,
  { columns, pinned, widths, ...rest }: KeptLayout,
  keepalive = false,
): Promise<void> {
  const body = { ...rest, config: columns && [...columns], pinned: [...pinned], widths: { ...widths } }
  await send(api.PUT('/core/table-column-config', { params: { query: { scope } }, body, keepalive }))
}
