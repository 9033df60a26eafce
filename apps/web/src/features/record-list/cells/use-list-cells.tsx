import { Suspense, useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { recordId, type RecordView } from '../../../entities/record/index.ts'
import type { CellActs, CellMarks } from '../../../components/data-table/grid-acts.ts'
import type { GridColumn } from '../../../components/data-table/grid-columns.ts'
import type { GridHandle } from '../../../components/data-table/grid-focus.ts'
import { preloadEditor, type ValueLookups } from '../../../entities/value/index.ts'
import type { RecordEdits } from '../acts/use-record-edits.ts'
import type { RecordWindows } from '../grid/use-record-windows.ts'
import { CellsStrip } from '../lazy-parts.ts'
import { loadCellActs, useCells } from './use-cells.ts'

type ListCellsOptions = {
  level: Level
  view: RecordView
  windows: RecordWindows
  fields: ReadonlyMap<string, LevelField>
  columns: readonly GridColumn[]
  lookups: ValueLookups
  canEdit: boolean
  save: RecordEdits['save']
}

export interface ListCells {
  /** What the grid takes. */
  grid: { cells: CellActs; marks: CellMarks; handle: RefObject<GridHandle | null> }
  /** Saves a cell, and lets go of the mark that it could not be written. */
  save: RecordEdits['save']
  /** Loads what edits cells, once someone turns to them. */
  onFocus: () => void
  /** What is below the rows. */
  strip: ReactNode
}

/** The cells of a list as a spreadsheet has them: ranges that are copied, pasted, filled and cleared. */
export function useListCells(options: ListCellsOptions): ListCells {
  const { level, view, windows, fields, columns, lookups, canEdit, save } = options
  const handle = useRef<GridHandle>(null)
  const reasons = useMemo(() => new Map(columns.map(({ id, readOnly }) => [id, readOnly])), [columns])
  const { acts, state, dismiss } = useCells({
    level,
    view,
    count: windows.count,
    lookups,
    fieldOf: (columnId) => fields.get(columnId),
    readOnlyOf: (columnId) => reasons.get(columnId),
    // Rows of the view before are no place to write to.
    canEdit: canEdit && !windows.stale,
  })

  const saveOver = useCallback<RecordEdits['save']>(
    (record, field, value) => {
      dismiss(recordId(level, record), field.name)
      save(record, field, value)
    },
    [level, save, dismiss],
  )

  const { refused, progress, report, question } = state
  return {
    grid: { cells: acts, marks: refused, handle },
    save: saveOver,
    onFocus() {
      void loadCellActs()
      if (canEdit) preloadEditor()
    },
    strip: (progress ?? report ?? question) && (
      <Suspense>
        <CellsStrip state={state} onDismiss={() => dismiss()} grid={handle} />
      </Suspense>
    ),
  }
}
