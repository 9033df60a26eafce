import { Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Board } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import { useNarrow } from '../../components/narrow.ts'
import type { SetListSearch } from '../../entities/record-view/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import type { ValueLookups } from '../../entities/value/index.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { findCard, isShutOut, lettingIn, type ColumnKey } from './board-model.ts'
import type { BoardSettings } from './board-settings.ts'
import { ColumnStrip } from './columns/column-strip.tsx'
import { ColumnView, type ColumnSurroundings } from './columns/column-view.tsx'
import { springBack } from './spring-back.ts'
import { useAnnouncer } from './use-announcer.ts'
import type { BoardChoice, ShownBoard } from './use-board.ts'
import { useBoardCursor } from './use-board-cursor.ts'
import { useBoardDrag } from './use-board-drag.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useCollapsed } from './use-collapsed.ts'
import { useMoveCard } from './use-move-card.ts'

const MoveMenu = lazyPart(() => import('./move-menu.tsx'), 'MoveMenu')

type BoardColumnsProps = {
  level: Level
  shown: ShownBoard & { board: Board }
  choice: BoardChoice
  lookups: ValueLookups
  peek: number | undefined
  setSearch: SetListSearch
  settings: BoardSettings
  onSettings: (change: Partial<BoardSettings>) => void
}

/** The columns of a board and what can be done with their cards, by pointer and by keyboard. */
export function BoardColumns(props: BoardColumnsProps) {
  const { level, shown, choice, lookups, peek, setSearch } = props
  const { board, view } = shown
  const { group, sum, card } = choice
  const root = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const narrow = useNarrow()
  const may = useCan()
  const [, change] = useSearchParams()
  const { isCollapsed, setCollapsed } = useCollapsed(group.name, props.settings, props.onSettings)
  const { ref: said, announce } = useAnnouncer()
  const [menu, setMenu] = useState<{ id: number; anchor: Element | null } | null>(null)

  const isOpen = (key: ColumnKey) => !isCollapsed(key) && !isShutOut(view.filter, group.name, key)
  const open = board.columns.filter(({ key }) => isOpen(key))
  const cursor = useBoardCursor(level, board, open, root)
  const movable = may('record.edit') && group.editable
  const moveCard = useMoveCard({
    level,
    view,
    group,
    lookups,
    announce,
    onSprungBack: (id) => springBack(root.current, id),
  })

  function move(id: number, to: ColumnKey) {
    const from = findCard(board, level, id)
    const after = from && moveCard(id, to)
    if (!after) return
    if (isOpen(to)) cursor.focusId(id, after)
    // Its card is out of sight; the next one of its column takes its place.
    else cursor.focusBeside(from.column.key, from.index, after)
  }

  function moveBeside(id: number, side: 'left' | 'right') {
    const found = findCard(board, level, id)
    if (!found || !movable) return
    const targets = board.columns.filter(({ key, retired }) => !retired || key === found.column.key)
    const target = targets[targets.indexOf(found.column) + (side === 'left' ? -1 : 1)]
    if (target) move(id, target.key)
    else announce(`There is no column to the ${side}.`)
  }

  useBoardDrag(root, true, move)

  const keys = useBoardKeys({
    meant: cursor.meant,
    go: cursor.go,
    moveBeside,
    openMoveMenu(id, anchor) {
      if (!movable) return announce(`${group.displayName} cannot be changed here.`)
      setMenu({ id, anchor })
    },
    peek(id) {
      if (narrow) return void navigate({ href: paths.record(level.plural, id) })
      setSearch({ peek: id === peek ? undefined : id }, peek !== undefined)
      // The panel leaves less room for the board.
      requestAnimationFrame(() =>
        cursor.place.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' }),
      )
    },
    closePeek() {
      if (peek !== undefined) setSearch({ peek: undefined }, true)
    },
    open: (id) => void navigate({ href: paths.record(level.plural, id) }),
  })

  const canCreate = may('record.create')
  const around = useMemo(
    (): ColumnSurroundings => ({
      level,
      view,
      fields: card,
      sum,
      lookups,
      movable,
      canCreate,
      onCollapse: (key) => setCollapsed(key, true),
      onNew: (key) => change({ create: true, values: { [group.name]: key } }),
    }),
    [level, view, card, sum, lookups, movable, canCreate, setCollapsed, change, group.name],
  )

  function show(key: ColumnKey) {
    setCollapsed(key, false)
    if (isShutOut(view.filter, group.name, key)) {
      setSearch({ filter: lettingIn(view.filter, group.name, key) })
    }
  }

  const menuCard = menu ? findCard(board, level, menu.id) : undefined
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the board handles the keys of its cards */}
      <div
        ref={root}
        role="group"
        aria-label={`Board by ${group.displayName}`}
        className={cx(
          'relative flex min-h-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain p-4 max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4',
          shown.stale && 'opacity-55',
        )}
        onKeyDown={keys.onKeyDown}
        onClick={keys.onClick}
        onFocus={({ target }) => {
          const id = Number(target.closest<HTMLElement>('[data-card]')?.dataset['card'])
          if (id) cursor.setCurrent(id)
        }}
      >
        {board.columns.map((column, place) =>
          isOpen(column.key) ? (
            <ColumnView
              key={String(column.key)}
              around={around}
              column={column}
              place={place}
              current={findCurrent(column.records, cursor.current, level)}
              onHandle={cursor.onHandle}
            />
          ) : (
            <ColumnStrip
              key={String(column.key)}
              column={column}
              place={place}
              accepts={movable && !column.retired}
              shutOut={isShutOut(view.filter, group.name, column.key)}
              onOpen={() => show(column.key)}
            />
          ),
        )}
      </div>
      <p id="board-keys" className="hidden-text">
        Use the arrow keys to move between cards and columns, Space to preview a card, Enter to open it.
        {movable ? ' Press M to move it to another column, or Alt with left or right for the next one.' : ''}
      </p>
      <p ref={said} role="status" className="hidden-text" />
      <Suspense>
        {menu && (
          <MoveMenu
            anchor={menu.anchor}
            columns={board.columns.filter(({ key, retired }) => !retired || key === menuCard?.column.key)}
            at={menuCard?.column.key}
            finalFocus={cursor.place}
            onMove={(key) => move(menu.id, key)}
            onClose={() => setMenu({ ...menu, anchor: null })}
          />
        )}
      </Suspense>
    </>
  )
}

/** The card with the focus, told only to the column that has it, so that the others stay as they are. */
function findCurrent(
  records: Board['columns'][number]['records'],
  current: number | undefined,
  level: Level,
): number | undefined {
  return records.some((record) => record[level.idKey] === current) ? current : undefined
}
