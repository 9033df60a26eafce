import { Suspense, useMemo, type ReactNode } from 'react'
import { fieldsOf } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { useCan } from '../../api/can.ts'
import type { LevelField } from '../../api/fields.ts'
import { recordId } from '../../api/records.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { levelTitle } from '../../components/level.ts'
import { idsOf, withIds } from '../../components/filter-bar/filter-model.ts'
import { useNarrow } from '../../components/narrow.ts'
import { preloadEditor } from '../../components/value/lazy-editor.tsx'
import { useValueLookups } from '../../components/value/lookups.ts'
import { useReferenceNames } from '../../components/value/reference-names.ts'
import { BulkLayer, ConflictDialog, PeekPanel, RecordCards } from './lazy-parts.ts'
import { ListContent } from './list-content.tsx'
import { clearedSearch, isUnfiltered, rowHeights, type ListBase } from './list-search.ts'
import { ListToolbar } from './toolbar/list-toolbar.tsx'
import { drawRecords } from './grid/row-drawing.tsx'
import { StageBar } from './toolbar/stage-bar.tsx'
import { useDensity } from './toolbar/use-density.ts'
import { useGridEvents } from './grid/use-grid-events.ts'
import { useListAddress } from './use-list-address.ts'
import { useListLayout } from './grid/use-list-layout.ts'
import { useFilterFields } from './use-filter-fields.ts'
import { useListView } from './use-list-view.ts'
import { useRecordEdits } from './acts/use-record-edits.ts'
import { useRecordWindows } from './grid/use-record-windows.ts'
import { useSelection } from './grid/use-selection.ts'
import { stageField, useStageCounts } from './toolbar/use-stage-counts.ts'
import { numberText } from '../../ui/reader.ts'

type RecordListBodyProps = {
  level: Level
  fields: readonly LevelField[]
  /** What is shown where the address says nothing else; the same object as long as it says the same. */
  base: ListBase
  /** What stands above the figures, with how many match. */
  renderHeader: (count: number | undefined) => ReactNode
  /** Where the toolbar begins. */
  picker: ReactNode
  /** Instead of rows, where nothing matches the base. */
  empty?: ReactNode
}

/** Figures, toolbar and rows of a level whose fields are known. */
export function RecordListBody({ level, fields, base, renderHeader, picker, empty }: RecordListBodyProps) {
  const canEdit = useCan()('record.edit')
  const narrow = useNarrow()
  const [search, setSearch] = useListAddress(base)
  const [density, setDensity] = useDensity(search.density, setSearch)
  const { columns, layout, ...columnActs } = useListLayout(level, fields, search.cols, base, setSearch)
  const { view, viewKey, mine, mineLocked } = useListView(level, search, fields, layout)
  const windows = useRecordWindows(level, view)
  const [selection, setSelection] = useSelection(viewKey)

  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])
  const { order } = layout
  const shownFields = useMemo(() => order.flatMap((name) => byName.get(name) ?? []), [order, byName])
  const lookups = useReferenceNames(useValueLookups(level), shownFields, windows.loaded)

  const edits = useRecordEdits(
    level,
    lookups,
    (field) => field.name === view.sort.column || fieldsOf(view.filter).has(field.name),
  )
  const { save } = edits
  const drawing = useMemo(
    () => drawRecords({ level, fields: byName, lookups, save }),
    [level, byName, lookups, save],
  )

  const { head, loaded, count } = windows
  const stages = useMemo(() => idsOf(view.filter, stageField), [view.filter])
  const around = useStageCounts(level, view, stages, head)
  const chosen = loaded.filter((record) => selection.ids.has(recordId(level, record))).length
  const selected = chosen === 0 ? 'none' : chosen === loaded.length ? 'all' : 'some'
  const events = useGridEvents({
    level,
    windows,
    columns,
    peek: search.peek,
    selection,
    setSelection,
    selected,
    canEdit,
    setSearch,
  })

  const actions = useMemo(
    () => ({
      ...columnActs.actions,
      sortBy(column: string, direction?: 'ASC' | 'DESC') {
        const turned = view.sort.column === column && view.sort.direction === 'ASC' ? 'DESC' : 'ASC'
        setSearch({ sort: { column, direction: direction ?? turned } })
      },
    }),
    [columnActs.actions, view.sort, setSearch],
  )

  const filterFields = useFilterFields(level, fields, view.filter)
  const broken = useMemo(() => new Set(head?.brokenConditions.map(({ field }) => field)), [head])
  const shared = { level, fields, lookups, windows, viewKey }
  return (
    <>
      {renderHeader(head?.totalItemCount)}
      <StageBar
        screen={`${level.plural}-list`}
        title={levelTitle(level)}
        list={around}
        lookups={lookups}
        chosen={stages}
        onChoose={(ids) => setSearch({ filter: withIds(view.filter, stageField, ids) })}
      />
      <ListToolbar
        {...shared}
        picker={picker}
        filterFields={filterFields}
        search={search}
        mine={mine}
        mineLocked={mineLocked}
        density={density}
        layout={layout}
        broken={broken}
        hasGrid={!narrow}
        onSearch={(change) => setSearch(change, change.query !== undefined && search.query !== '')}
        onDensity={setDensity}
        onColumns={columnActs.setColumns}
        onResetColumns={columnActs.resetColumns}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col" onFocus={canEdit ? preloadEditor : undefined}>
          <ListContent
            level={level}
            windows={windows}
            unfiltered={isUnfiltered(search, base)}
            empty={empty}
            onClearFilters={() => setSearch(clearedSearch(search, base))}
          >
            {narrow ? (
              <Suspense>
                <RecordCards
                  {...shared}
                  count={count}
                  rowAt={windows.rowAt}
                  stale={windows.stale}
                  onRange={windows.onRange}
                />
              </Suspense>
            ) : (
              <DataTable
                label={levelTitle(level)}
                columns={columns}
                layout={layout}
                count={head ? count : placeholderRows}
                rowAt={windows.rowAt}
                idOf={(record) => recordId(level, record)}
                drawing={drawing}
                rowHeight={rowHeights[density]}
                sort={view.sort}
                selection={selection}
                selected={selected}
                stale={windows.stale}
                viewKey={viewKey}
                actions={actions}
                events={events}
                onResize={columnActs.resize}
                onRange={windows.onRange}
              />
            )}
          </ListContent>
          {selection.ids.size > 0 && (
            <Suspense>
              <BulkLayer
                {...shared}
                view={view}
                loaded={loaded}
                matching={count}
                selection={selection}
                onSelection={setSelection}
                canEdit={canEdit}
              />
            </Suspense>
          )}
        </div>
        {search.peek !== undefined && !narrow && (
          <Suspense>
            <PeekPanel
              {...shared}
              id={search.peek}
              known={loaded.find((record) => recordId(level, record) === search.peek)}
              onClose={() => setSearch({ peek: undefined }, true)}
            />
          </Suspense>
        )}
      </div>
      <ListFooter level={level} list={head} />
      {edits.conflict && (
        <Suspense>
          <ConflictDialog
            conflict={edits.conflict}
            lookups={lookups}
            onKeepMine={edits.keepMine}
            onTakeTheirs={edits.takeTheirs}
          />
        </Suspense>
      )}
    </>
  )
}

/** Grey rows until the first window tells how many there are. */
const placeholderRows = 30

function ListFooter({ level, list }: { level: Level; list: RecordList | undefined }) {
  if (!list) return null
  return (
    <footer className="tabular flex h-7 shrink-0 items-center border-t border-line px-4 text-label text-3">
      {numberText(list.totalItemCount)} of {numberText(list.totalEntityCount)} {level.plural}
    </footer>
  )
}
