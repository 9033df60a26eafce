import { IconLink, IconPencil, IconPin, IconTrash } from '@tabler/icons-react'
import type { TimelineItem } from '@steward/contracts/timeline'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import type { ItemActs } from './use-item-acts.ts'

type ItemMenuProps = { anchor: HTMLElement | null; item: TimelineItem; acts: ItemActs; onClose: () => void }

/** One menu for all items of a stream. */
export function ItemMenu({ anchor, item, acts, onClose }: ItemMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} align="end" onClose={onClose}>
      <MenuItem icon={<IconLink aria-hidden />} onSelect={() => acts.copyLink(item)}>
        Copy link
      </MenuItem>
      {acts.mayEdit(item) && (
        <MenuItem icon={<IconPencil aria-hidden />} shortcut="Enter" onSelect={() => acts.edit(item)}>
          Edit
        </MenuItem>
      )}
      {acts.mayWrite && item.mayEdit && (
        <MenuItem icon={<IconPin aria-hidden />} onSelect={() => acts.pin(item)}>
          {item.pinned ? 'Unpin' : 'Pin for everyone'}
        </MenuItem>
      )}
      {acts.mayRemove(item) && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<IconTrash aria-hidden />} onSelect={() => acts.remove(item)}>
            Delete
          </MenuItem>
        </>
      )}
    </AnchoredMenu>
  )
}
