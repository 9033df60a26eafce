import { useQuery } from '@tanstack/react-query'
import {
  IconArrowDown,
  IconArrowUp,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconSwitchHorizontal,
  IconTrash,
} from '@tabler/icons-react'
import type { Field } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { fieldPinsQuery } from '../../../entities/field/index.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { isConvertible } from '../type-change/convertible-field.ts'
import { usePinning } from '../pins/use-pinning.ts'
import type { FieldOrder } from './use-field-order.ts'

type FieldMenuProps = {
  level: Level
  anchor: Element | null
  field: Field
  order: FieldOrder | null
  onClose: () => void
  onEdit: () => void
  onChangeType: () => void
  onDelete: () => void
}

/** The menu of a row; one serves all rows. */
export function FieldMenu({
  level,
  anchor,
  field,
  order,
  onClose,
  onEdit,
  onChangeType,
  onDelete,
}: FieldMenuProps) {
  const { data: pins } = useQuery(fieldPinsQuery(level))
  const { pin, unpin } = usePinning(level)
  const pinned = pins?.find(({ customColumnId }) => customColumnId === field.customColumnId)
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} align="end">
      <MenuItem icon={<IconPencil aria-hidden />} onSelect={onEdit}>
        Edit
      </MenuItem>
      {isConvertible(field) && (
        <MenuItem icon={<IconSwitchHorizontal aria-hidden />} onSelect={onChangeType}>
          Change type…
        </MenuItem>
      )}
      {pinned ? (
        <MenuItem icon={<IconPinnedOff aria-hidden />} onSelect={() => void unpin(pinned)}>
          Unpin from records
        </MenuItem>
      ) : (
        <MenuItem icon={<IconPin aria-hidden />} onSelect={() => void pin(field)}>
          Pin to records
        </MenuItem>
      )}
      {order && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<IconArrowUp aria-hidden />}
            disabled={!order.canMove(field, -1)}
            onSelect={() => order.moveBy(field, -1)}
          >
            Move up
          </MenuItem>
          <MenuItem
            icon={<IconArrowDown aria-hidden />}
            disabled={!order.canMove(field, 1)}
            onSelect={() => order.moveBy(field, 1)}
          >
            Move down
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<IconTrash aria-hidden />} danger onSelect={onDelete}>
        Delete…
      </MenuItem>
    </AnchoredMenu>
  )
}
