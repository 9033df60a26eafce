import { lazy } from 'react'

/* What a list needs only when somebody asks for it. */

export const BulkLayer = lazy(() =>
  import('./acts/bulk-layer.tsx').then((file) => ({ default: file.BulkLayer })),
)

export const PeekPanel = lazy(() =>
  import('./grid/peek-panel.tsx').then((file) => ({ default: file.PeekPanel })),
)

export const RecordCards = lazy(() =>
  import('./grid/record-cards.tsx').then((file) => ({ default: file.RecordCards })),
)

export const ConflictDialog = lazy(() =>
  import('./acts/conflict-dialog.tsx').then((file) => ({ default: file.ConflictDialog })),
)

export const ColumnsPopover = lazy(() =>
  import('./toolbar/columns-popover.tsx').then((file) => ({ default: file.ColumnsPopover })),
)

export const DensityMenu = lazy(() =>
  import('./toolbar/density-menu.tsx').then((file) => ({ default: file.DensityMenu })),
)
