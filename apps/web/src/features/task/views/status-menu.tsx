import type { RefObject } from 'react'
import { IconCheck } from '@tabler/icons-react'
import type { TaskStatus } from '@steward/contracts/plain/task'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuGroup, MenuItem } from '../../../ui/menu.tsx'
import { statusLabels } from '../task-words.ts'

interface StatusMenuProps {
  anchor: Element | null
  columns: readonly TaskStatus[]
  at: TaskStatus
  finalFocus: RefObject<HTMLElement | null>
  onMove: (status: TaskStatus) => void
  onClose: () => void
}

/** The columns that a card can go to; the one it is in has a check mark. */
export function StatusMenu({ anchor, columns, at, finalFocus, onMove, onClose }: StatusMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} finalFocus={finalFocus}>
      <MenuGroup label="Move to…">
        {columns.map((status) => (
          <MenuItem
            key={status}
            icon={status === at ? <IconCheck aria-label="Is here" /> : <span className="size-4" />}
            disabled={status === at}
            onSelect={() => onMove(status)}
          >
            {statusLabels[status]}
          </MenuItem>
        ))}
      </MenuGroup>
    </AnchoredMenu>
  )
}
