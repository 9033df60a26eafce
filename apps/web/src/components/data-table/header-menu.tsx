import type { RefObject } from 'react'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  IconSortAscending,
  IconX,
} from '@tabler/icons-react'
import { AnchoredMenu } from '../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import type { GridSort, PlacedColumn } from './grid-columns.ts'
import type { DropSide } from './reorder.ts'

/**
 * turn: by this column alone, the other way round where it is so already. add: after what it is sorted by,
 * then the other way round, then no more. remove: no more by this column. A direction: by this column alone, so.
 */
export type SortAct = 'turn' | 'add' | 'remove' | 'ASC' | 'DESC'

/** What can be done with a column. */
export interface HeaderActions {
  sortBy: (columnId: string, act: SortAct) => void
  move: (columnId: string, target: string, side: DropSide) => void
  step: (columnId: string, by: 1 | -1) => void
  pin: (columnId: string, pinned: boolean) => void
  hide: (columnId: string) => void
}

type HeaderMenuProps = {
  anchor: Element | null
  column: PlacedColumn | undefined
  sort: GridSort
  actions: HeaderActions
  finalFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The one menu of all column headers. */
export function HeaderMenu({ anchor, column, sort, actions, finalFocus, onClose }: HeaderMenuProps) {
  if (!column) return null
  const { id, pinned, sortable } = column
  const isKey = sort.some((key) => key.column === id)
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} finalFocus={finalFocus}>
      {sortable && (
        <>
          <MenuItem icon={<IconArrowUp aria-hidden />} onSelect={() => actions.sortBy(id, 'ASC')}>
            Sort ascending
          </MenuItem>
          <MenuItem icon={<IconArrowDown aria-hidden />} onSelect={() => actions.sortBy(id, 'DESC')}>
            Sort descending
          </MenuItem>
          {!isKey && (
            <MenuItem icon={<IconSortAscending aria-hidden />} onSelect={() => actions.sortBy(id, 'add')}>
              Add to sort
            </MenuItem>
          )}
          {isKey && sort.length > 1 && (
            <MenuItem icon={<IconX aria-hidden />} onSelect={() => actions.sortBy(id, 'remove')}>
              Remove from sort
            </MenuItem>
          )}
        </>
      )}
      {id !== 'name' && (
        <>
          {sortable && <MenuSeparator />}
          <MenuItem icon={<IconArrowLeft aria-hidden />} onSelect={() => actions.step(id, -1)}>
            Move left
          </MenuItem>
          <MenuItem icon={<IconArrowRight aria-hidden />} onSelect={() => actions.step(id, 1)}>
            Move right
          </MenuItem>
          <MenuItem
            icon={pinned ? <IconPinnedOff aria-hidden /> : <IconPin aria-hidden />}
            onSelect={() => actions.pin(id, !pinned)}
          >
            {pinned ? 'Unpin' : 'Pin to the start'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<IconEyeOff aria-hidden />} onSelect={() => actions.hide(id)}>
            Hide
          </MenuItem>
        </>
      )}
    </AnchoredMenu>
  )
}
