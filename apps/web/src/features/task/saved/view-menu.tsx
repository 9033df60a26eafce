import {
  IconDeviceFloppy,
  IconList,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react'
import type { SavedTaskView } from '@steward/contracts/task/view'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuGroup, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'

/** What can be opened over the list. */
export type ViewDialog = 'new' | 'edit' | 'delete'

interface ViewMenuProps {
  anchor: Element | null
  views: readonly SavedTaskView[]
  shown: SavedTaskView | null
  /** The name of the list without a view. */
  plainLabel: string
  mayEdit: boolean
  /** Whether the list differs from the view that is shown. */
  isModified: boolean
  onClose: () => void
  /** null: the plain list. */
  onChoose: (view: SavedTaskView | null) => void
  onUpdate: (view: SavedTaskView) => void
  onOpen: (dialog: ViewDialog) => void
}

/** The saved views, and what can be done with the one that is shown. */
export function ViewMenu(props: ViewMenuProps) {
  const { anchor, views, shown, mayEdit, isModified, onClose, onChoose, onOpen } = props
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuItem icon={<IconList aria-hidden />} onSelect={() => onChoose(null)}>
        {props.plainLabel}
      </MenuItem>
      {views.length > 0 && (
        <MenuGroup label="Views">
          {views.map((view) => (
            <MenuItem
              key={view.viewId}
              icon={view.isPrivate ? <IconLock aria-hidden /> : <IconWorld aria-hidden />}
              onSelect={() => onChoose(view)}
            >
              {view.name}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {mayEdit && <MenuSeparator />}
      {shown?.mayEdit && isModified && (
        <MenuItem icon={<IconDeviceFloppy aria-hidden />} onSelect={() => props.onUpdate(shown)}>
          Save changes
        </MenuItem>
      )}
      {mayEdit && (
        <MenuItem icon={<IconPlus aria-hidden />} onSelect={() => onOpen('new')}>
          Save as view
        </MenuItem>
      )}
      {shown?.mayEdit && (
        <MenuItem icon={<IconPencil aria-hidden />} onSelect={() => onOpen('edit')}>
          Edit view
        </MenuItem>
      )}
      {shown?.mayEdit && (
        <MenuItem icon={<IconTrash aria-hidden />} onSelect={() => onOpen('delete')}>
          Delete view
        </MenuItem>
      )}
    </AnchoredMenu>
  )
}
