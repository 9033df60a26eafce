import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'

type SegmentMenuProps = {
  anchor: Element | null
  mayEdit: boolean
  onClose: () => void
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
}

/** The menu of a row; one serves all rows. */
export function SegmentMenu({ anchor, mayEdit, onClose, onEdit, onDuplicate, onDelete }: SegmentMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} align="end">
      {mayEdit && (
        <MenuItem icon={<IconPencil aria-hidden />} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
      <MenuItem icon={<IconCopy aria-hidden />} onSelect={onDuplicate}>
        Duplicate
      </MenuItem>
      {mayEdit && (
        <>
          <MenuSeparator />
          <MenuItem icon={<IconTrash aria-hidden />} danger onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      )}
    </AnchoredMenu>
  )
}
