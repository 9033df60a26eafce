import type { RefObject } from 'react'
import { IconCheck } from '@tabler/icons-react'
import type { BoardColumn } from '@steward/contracts/board'
import { AnchoredMenu } from '../../ui/anchored.tsx'
import { MenuGroup, MenuItem } from '../../ui/menu.tsx'
import type { ColumnKey } from './board-model.ts'

type MoveMenuProps = {
  anchor: Element | null
  columns: readonly BoardColumn[]
  at: ColumnKey | undefined
  finalFocus: RefObject<HTMLElement | null>
  onMove: (key: ColumnKey) => void
  onClose: () => void
}

/** Every column that a card can go to; the one it is in has a check mark. */
export function MoveMenu({ anchor, columns, at, finalFocus, onMove, onClose }: MoveMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} finalFocus={finalFocus}>
      <MenuGroup label="Move to…">
        {columns.map(({ key, label }) => (
          <MenuItem
            key={String(key)}
            icon={key === at ? <IconCheck aria-label="Is here" /> : <span className="size-4" />}
            disabled={key === at}
            onSelect={() => onMove(key)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
    </AnchoredMenu>
  )
}
