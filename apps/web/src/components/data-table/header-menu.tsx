import type { RefObject } from 'react'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react'
import { AnchoredMenu } from '../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import type { PlacedColumn } from './grid-columns.ts'
import type { DropSide } from './reorder.ts'

/** What can be done with a column; without a direction `sortBy` turns the present one around. */
export interface HeaderActions {
  sortBy: (columnId: string, direction?: 'ASC' | 'DESC') => void
  move: (columnId: string, target: string, side: DropSide) => void
  step: (columnId: string, by: 1 | -1) => void
  pin: (columnId: string, pinned: boolean) => void
  hide: (columnId: string) => void
}

type HeaderMenuProps = {
  anchor: Element | null
  column: PlacedColumn | undefined
  actions: HeaderActions
  finalFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The one menu of all column headers. */
export function HeaderMenu({ anchor, column, actions, finalFocus, onClose }: HeaderMenuProps) {
  if (!column) return null
  const { id, pinned, sortable } = column
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
