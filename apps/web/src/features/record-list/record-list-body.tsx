import { Suspense, useMemo, type ReactNode } from 'react'
import { fieldsOf } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import type { LevelField } from '../../entities/field/index.ts'
import { type KeptLayout, LiveUpdates, recordId } from '../../entities/record/index.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { levelTitle } from '../../entities/level/index.ts'
import { idsOf, withIds } from '../../entities/rule/index.ts'
import { useNarrow } from '../../components/narrow.ts'
import { useReferenceNames, useValueLookups } from '../../entities/value/index.ts'
import { useListCells } from './cells/use-list-cells.tsx'
import {
  clearedSearch,
  isUnfiltered,
  LazyPeekPanel,
  type ListBase,
  RecordsContent,
  rowHeights,
  useFilterFields,
  useListAddress,
} from '../../entities/record-view/index.ts'
import { BulkLayer, RecordCards } from './lazy-parts.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListFooter } from './list-footer.tsx'
import { useKeptLayout, type ChangeLayout } from './layout/use-kept-layout.ts'
import { ListMenuButton } from './toolbar/list-menu-button.tsx'
import { ListToolbar } from './toolbar/list-toolbar.tsx'
import { EditConflict } from './acts/edit-conflict.tsx'
import { drawRecords } from './grid/row-drawing.tsx'
import { StatBar } from './toolbar/stat-bar.tsx'
import { orderAfter } from './grid/order-act.ts'
import { useGridEvents } from './grid/use-grid-events.ts'
import type { SortAct } from '../../components/data-table/header-menu.tsx'
import { useListLayout } from './grid/use-list-layout.ts'
import { useListView } from './use-list-view.ts'
import { useRecordEdits } from './acts/use-record-edits.ts'
import { useRowMenu } from './acts/use-row-menu.tsx'
import { useRecordWindows } from './grid/use-record-windows.ts'
import { selectedOf, useSelection } from './grid/use-selection.ts'
import { useTotalsFooter } from './totals/use-totals-footer.tsx'
import { stageField, useStageCounts } from './toolbar/use-stage-counts.ts'

type RecordListBodyProps = {
  level: Level
  fields: readonly LevelField[]
  /** What is shown where the address says nothing else; the same object as long as it says the same. */
  base: ListBase
  /** What is above the figures, with what can be done with the records. */
  renderHeader: (menu?: ReactNode) => ReactNode
  /** Where the toolbar begins. */
  picker: ReactNode
  /** Above the toolbar: ways to other views of the list. */
  views?: ReactNode
  /** Instead of rows, where nothing matches the base. */
  empty?: ReactNode
}

/** Figures, toolbar and rows of a level whose fields are known, as the user has laid them out. */
export function RecordListBody(props: RecordListBodyProps) {
  const { kept, changeLayout } = useKeptLayout(props.level)
  // Where this browser has no copy, rows wait for the layout instead of jumping to it.
  if (!kept) {
    return (
      <>
        {props.renderHeader()}
        <ListSkeleton />
      </>
    )
  }
  return <LaidOutList {...props} kept={kept} changeLayout={changeLayout} />
}

type LaidOutListProps = RecordListBodyProps & { kept: KeptLayout; changeLayout: ChangeLayout }

function LaidOutList(props: LaidOutListProps) {
  const { level, fields, base, renderHeader, picker, views, empty, kept, changeLayout } = props
  const canEdit = useCan()('record.edit')
  const narrow = useNarrow()
  const [search, setSearch] = useListAddress(base)
  const { columnFields, columns, layout, density, ...columnActs } = useListLayout({
    level,
    fields,
    search,
    kept,
    base,
    changeLayout,
    setSearch,
  })
  const { view, viewKey, mine, mineLocked } = useListView(level, search, columnFields, layout)
  const windows = useRecordWindows(level, view)
  const [selection, setSelection] = useSelection(viewKey)

  const byName = useMemo(() => new Map(columnFields.map((field) => [field.name, field])), [columnFields])
  const { order } = layout
  const shownFields = useMemo(() => order.flatMap((name) => byName.get(name) ?? []), [order, byName])
  const lookups = useReferenceNames(useValueLookups(level), shownFields, windows.loaded)

  const edits = useRecordEdits(
    level,
    lookups,
    (field) => view.sort.some(({ column }) => column === field.name) || fieldsOf(view.filter).has(field.name),
  )
  const cells = useListCells({
    level,
    view,
    windows,
    fields: byName,
    columns,
    lookups,
    canEdit,
    save: edits.save,
  })
  const { save } = cells
  const drawing = useMemo(
    () => drawRecords({ level, fields: byName, lookups, save }),
    [level, byName, lookups, save],
  )

  const { head, loaded, count } = windows
  const stages = useMemo(() => idsOf(view.filter, stageField), [view.filter])
  const around = useStageCounts(level, view, stages, head)
  const selected = selectedOf(
    loaded.map((record) => recordId(level, record)),
    selection.ids,
  )
  const rowMenu = useRowMenu({ level, canEdit, selection, setSelection })
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
    onMenu: rowMenu.open,
  })

  const actions = useMemo(
    () => ({
      ...columnActs.actions,
      sortBy: (column: string, act: SortAct) => setSearch({ sort: orderAfter(view.sort, column, act) }),
    }),
    [columnActs.actions, view.sort, setSearch],
  )

  const totals = useTotalsFooter({
    level,
    view,
    fields: byName,
    lookups,
    order,
    totals: kept.totals,
    changeLayout,
    count: head && count,
  })

  const filterFields = useFilterFields(level, fields, view.filter)
  const broken = useMemo(() => new Set(head?.brokenConditions.map(({ field }) => field)), [head])
  const shared = { level, fields, lookups, windows, viewKey }
  return (
    <>
      {renderHeader(
        <ListMenuButton
          level={level}
          view={view}
          layout={layout}
          count={head?.totalItemCount}
          selection={selection}
        />,
      )}
      <StatBar
        level={level}
        view={view}
        total={head?.totalItemCount}
        list={around}
        lookups={lookups}
        chosen={stages}
        onChoose={(ids) => setSearch({ filter: withIds(view.filter, stageField, ids) })}
      />
      {views}
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
        columnFields={columnFields}
        order={view.sort}
        onOrder={(sort) => setSearch({ sort })}
        onDensity={columnActs.setDensity}
        onColumns={columnActs.setColumns}
        onResetColumns={columnActs.resetColumns}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col" onFocus={cells.onFocus}>
          <LiveUpdates level={level} />
          <RecordsContent
            level={level}
            totals={windows.head}
            stale={windows.stale}
            lost={windows.lost}
            error={windows.error}
            failure="Some rows could not be loaded."
            onRetry={windows.retry}
            unfiltered={isUnfiltered(search, base)}
            empty={empty}
            onClearFilters={() => setSearch(clearedSearch(search, base))}
          >
            {narrow ? (
              <Suspense>
                <RecordCards
                  {...shared}
                  columns={shownFields}
                  mine={mine}
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
                {...cells.grid}
                footer={totals.footer}
                onResize={columnActs.resize}
                onRange={windows.onRange}
              />
            )}
          </RecordsContent>
          {cells.strip}
          {selection.ids.size > 0 && (
            <Suspense>
              <BulkLayer
                {...shared}
                view={view}
                layout={layout}
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
            <LazyPeekPanel
              {...shared}
              id={search.peek}
              view={view}
              known={loaded.find((record) => recordId(level, record) === search.peek)}
              onClose={() => setSearch({ peek: undefined }, true)}
            />
          </Suspense>
        )}
      </div>
      <ListFooter
        level={level}
        list={head}
        hasGrid={!narrow}
        hasTotals={kept.totals !== null}
        onTotals={totals.toggle}
      />
      {rowMenu.draw(events.onPeek)}
      <EditConflict level={level} edits={edits} lookups={lookups} />
    </>
  )
}

/** Gray rows until the first window shows how many there are. */
const placeholderRows = 30
