import { lazy } from 'react'

/* What a list needs only when somebody asks for it. */

export const BulkLayer = lazy(() =>
  import('./acts/bulk-layer.tsx').then((file) => ({ default: file.BulkLayer })),
)

export const PeekPanel = lazy(() =>
  import('../../components/record-view/peek-panel.tsx').then((file) => ({ default: file.PeekPanel })),
)

export const RecordCards = lazy(() =>
  import('./grid/record-cards.tsx').then((file) => ({ default: file.RecordCards })),
)

export const ConflictDialog = lazy(() =>
  import('./acts/conflict-dialog.tsx').then((file) => ({ default: file.ConflictDialog })),
)

export const CellsStrip = lazy(() =>
  import('./cells/cells-strip.tsx').then((file) => ({ default: file.CellsStrip })),
)

export const ColumnsPopover = lazy(() =>
  import('./toolbar/columns-popover.tsx').then((file) => ({ default: file.ColumnsPopover })),
)

export const SortPopover = lazy(() =>
  import('./toolbar/sort-popover.tsx').then((file) => ({ default: file.SortPopover })),
)

export const TotalsRow = lazy(() =>
  import('./totals/totals-row.tsx').then((file) => ({ default: file.TotalsRow })),
)

export const ListMenu = lazy(() =>
  import('./toolbar/list-menu.tsx').then((file) => ({ default: file.ListMenu })),
)

export const ExportDialog = lazy(() =>
  import('./export/export-dialog.tsx').then((file) => ({ default: file.ExportDialog })),
)

export const DensityMenu = lazy(() =>
  import('./toolbar/density-menu.tsx').then((file) => ({ default: file.DensityMenu })),
)

export const LiveUpdates = lazy(() =>
  import('../../components/live/live-updates.tsx').then((file) => ({ default: file.LiveUpdates })),
)
