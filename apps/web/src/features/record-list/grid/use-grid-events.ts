import { useNavigate } from '@tanstack/react-router'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { recordId } from '../../../entities/record/index.ts'
import type { GridEvents } from '../../../components/data-table/grid-acts.ts'
import type { GridColumn } from '../../../components/data-table/grid-columns.ts'
import {
  extendTo,
  noSelection,
  selectAll,
  toggleRow,
  toggleRows,
  type RowSelection,
} from '../../../components/data-table/row-selection.ts'
import { paths } from '../../../paths.ts'
import { toast } from '../../../ui/toast.tsx'
import type { SetListSearch } from '../../../entities/record-view/index.ts'
import type { RecordWindows } from './use-record-windows.ts'

type GridEventOptions = {
  level: Level
  windows: RecordWindows
  columns: readonly GridColumn[]
  peek: number | undefined
  selection: RowSelection
  setSelection: (selection: RowSelection) => void
  selected: 'none' | 'some' | 'all'
  canEdit: boolean
  setSearch: SetListSearch
  onMenu: (record: RecordBody, anchor: Element) => void
}

/** What keys and pointer do in the grid of a list. */
export function useGridEvents(options: GridEventOptions): GridEvents<RecordBody> {
  const { level, windows, columns, peek, selection, setSelection, selected, canEdit, setSearch } = options
  const navigate = useNavigate()
  const idOf = (record: RecordBody) => recordId(level, record)
  const idAt = (index: number) => {
    const record = windows.rowAt(index)
    return record && idOf(record)
  }

  return {
    onMenu: options.onMenu,
    onOpen: (record) => void navigate({ href: paths.record(level.plural, idOf(record)) }),
    onSelect: (index, extend) => setSelection((extend ? extendTo : toggleRow)(selection, index, idAt)),
    onSelectRows: (first, last) => setSelection(toggleRows(selection, first, last, idAt)),
    onSelectAll: () => setSelection(selected === 'all' ? noSelection : selectAll(windows.loaded.map(idOf))),
    onClear() {
      if (selection.ids.size > 0) setSelection(noSelection)
      else if (peek !== undefined) setSearch({ peek: undefined }, true)
    },
    onPeek: (record) =>
      setSearch({ peek: idOf(record) === peek ? undefined : idOf(record) }, peek !== undefined),
    onFocusRow(record) {
      if (peek !== undefined) setSearch({ peek: idOf(record) }, true)
    },
    canEdit(_, columnId) {
      if (!canEdit) return false
      const reason = columns.find(({ id }) => id === columnId)?.readOnly
      if (reason !== undefined) toast.info(reason, { subject: 'read-only' })
      return reason === undefined
    },
  }
}
