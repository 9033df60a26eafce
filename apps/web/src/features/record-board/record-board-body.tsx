import { Suspense, useMemo, type ReactNode } from 'react'
import type { Board } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import { useNarrow } from '../../components/narrow.ts'
import {
  clearedSearch,
  countText,
  isUnfiltered,
  LazyPeekPanel,
  type ListBase,
  RecordsContent,
  useFilterFields,
  useListAddress,
} from '../../entities/record-view/index.ts'
import { LiveUpdates } from '../../entities/record/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { useValueLookups } from '../../entities/value/index.ts'
import { BoardColumns } from './board-columns.tsx'
import { cardCount, findCard } from './board-model.ts'
import { useBoardSettings } from './board-settings.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { BoardToolbar } from './toolbar/board-toolbar.tsx'
import { useBoard, useBoardChoice } from './use-board.ts'

type RecordBoardBodyProps = {
  level: Level
  fields: readonly LevelField[]
  /** What is shown where the address says nothing else; the same object as long as it says the same. */
  base: ListBase
  /** What is above the toolbar. */
  renderHeader: () => ReactNode
  /** Where the toolbar begins. */
  picker: ReactNode
  /** Instead of columns, where nothing matches the base. */
  empty?: ReactNode
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Toolbar and columns of a level whose fields are known. */
export function RecordBoardBody(props: RecordBoardBodyProps) {
  const { level, fields, base } = props
  const narrow = useNarrow()
  const [search, setSearch] = useListAddress(base)
  const [raw, change] = useSearchParams()
  const [settings, setSettings] = useBoardSettings(level)
  const asked = { group: textOf(raw['group']), sum: textOf(raw['sum']) }
  const choice = useBoardChoice(level, fields, asked, settings)
  const shown = useBoard(level, search, choice)
  const lookups = useValueLookups(level)
  const filterFields = useFilterFields(level, fields, search.filter)
  const { board } = shown
  const broken = useMemo(() => new Set(board?.brokenConditions.map(({ field }) => field)), [board])

  /** The choice is the user's own from now on; the address says it too, so that it can be sent on. */
  function choose(part: { group?: string; sum?: string }) {
    setSettings(part)
    change(part)
  }

  return (
    <>
      {props.renderHeader()}
      <BoardToolbar
        level={level}
        picker={props.picker}
        filterFields={filterFields}
        lookups={lookups}
        search={search}
        mine={shown.mine}
        mineLocked={shown.mineLocked}
        broken={broken}
        onSearch={(next) => setSearch(next, next.query !== undefined && search.query !== '')}
        choice={choice}
        onGroup={(group) => choose({ group })}
        onSum={(sum) => choose({ sum })}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          <LiveUpdates level={level} />
          <RecordsContent
            level={level}
            totals={board && { ...board, totalItemCount: cardCount(board) }}
            stale={shown.stale}
            lost={shown.stale}
            error={shown.error}
            failure="The board could not be refreshed."
            onRetry={shown.retry}
            unfiltered={isUnfiltered(search, base)}
            empty={props.empty}
            onClearFilters={() => setSearch(clearedSearch(search, base))}
          >
            {board ? (
              <BoardColumns
                key={choice.group.name}
                level={level}
                shown={{ ...shown, board }}
                choice={choice}
                lookups={lookups}
                peek={search.peek}
                setSearch={setSearch}
                settings={settings}
                onSettings={setSettings}
              />
            ) : (
              <BoardSkeleton />
            )}
          </RecordsContent>
        </div>
        {search.peek !== undefined && !narrow && (
          <Suspense>
            <LazyPeekPanel
              level={level}
              id={search.peek}
              view={shown.view}
              known={board && findCard(board, level, search.peek)?.record}
              fields={fields}
              lookups={lookups}
              onClose={() => setSearch({ peek: undefined }, true)}
            />
          </Suspense>
        )}
      </div>
      {board && <BoardFooter level={level} board={board} />}
    </>
  )
}

function BoardFooter({ level, board }: { level: Level; board: Board }) {
  return (
    <footer className="tabular flex h-7 shrink-0 items-center border-t border-line px-4 text-label text-2">
      {countText(board, level)}
    </footer>
  )
}
