import type { ExportFormat, StartExport } from '@steward/contracts/export'
import type { LevelField } from '../../../entities/field/index.ts'
import { orderText, type RecordView, selectionOf } from '../../../entities/record/index.ts'

export interface ExportWish {
  format: ExportFormat
  /** Those chosen in the list, or all that it finds. */
  records: 'all' | 'selected'
  columns: 'shown' | 'every'
}

/** The columns of an export: the name first, as in the list. */
export function exportedColumns(
  wish: ExportWish,
  shown: readonly string[],
  fields: readonly LevelField[],
): string[] {
  const names =
    wish.columns === 'shown' ? shown : fields.filter(({ visible }) => visible).map(({ name }) => name)
  return [...new Set(['name', ...names])]
}

/** What to ask the server for, so that the file has the records of the list in its order. */
export function exportRequest(
  wish: ExportWish,
  view: RecordView,
  columns: string[],
  selected: ReadonlySet<number>,
): StartExport {
  return {
    format: wish.format,
    columns,
    query: { ...selectionOf(view), sort: orderText(view.sort) },
    ...(wish.records === 'selected' ? { scope: 'ids', ids: [...selected] } : { scope: 'all' }),
  }
}
