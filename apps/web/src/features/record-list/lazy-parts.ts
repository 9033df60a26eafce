import { lazyPart } from '../../ui/lazy-part.tsx'

/* What a list needs only when someone asks for it. */

export const BulkLayer = lazyPart(() => import('./acts/bulk-layer.tsx'), 'BulkLayer')

export const RecordCards = lazyPart(() => import('./grid/record-cards.tsx'), 'RecordCards')

export const RowMenu = lazyPart(() => import('./acts/row-menu.tsx'), 'RowMenu')

export const ConflictDialog = lazyPart(() => import('./acts/conflict-dialog.tsx'), 'ConflictDialog')

export const CellsStrip = lazyPart(() => import('./cells/cells-strip.tsx'), 'CellsStrip')

export const ColumnsPopover = lazyPart(() => import('./toolbar/columns-popover.tsx'), 'ColumnsPopover')

export const SortPopover = lazyPart(() => import('./toolbar/sort-popover.tsx'), 'SortPopover')

export const TotalsRow = lazyPart(() => import('./totals/totals-row.tsx'), 'TotalsRow')

export const ListMenu = lazyPart(() => import('./toolbar/list-menu.tsx'), 'ListMenu')

export const ExportDialog = lazyPart(() => import('./export/export-dialog.tsx'), 'ExportDialog')

export const DensityMenu = lazyPart(() => import('./toolbar/density-menu.tsx'), 'DensityMenu')
