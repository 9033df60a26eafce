import {
  IconBookmark,
  IconBookmarkFilled,
  IconDots,
  IconDownload,
  IconMessage,
  IconPin,
  IconPinFilled,
  IconTrash,
} from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import type { FileEntry } from './file-entries.rules.ts'
import type { FileActs } from './use-file-acts.ts'

type FileActionsProps = {
  entry: FileEntry
  acts: FileActs
  onComment: (entry: FileEntry) => void
}

/** The buttons of a listed file. */
export function FileActions({ entry, acts, onComment }: FileActionsProps) {
  const { file, group } = entry
  const { name } = file
  const mayPin = acts.mayPin(entry)
  return (
    <div data-print="off" className="flex shrink-0 items-center justify-end">
      {(mayPin || group.pinStatus) && (
        <IconButton
          size="sm"
          label={group.pinStatus ? `Unpin ${name}` : `Pin ${name} for everyone`}
          pressed={group.pinStatus}
          disabled={!mayPin}
          icon={group.pinStatus ? <IconPinFilled aria-hidden /> : <IconPin aria-hidden />}
          onClick={() => acts.pin(entry)}
        />
      )}
      <IconButton
        size="sm"
        label={group.bookmarkStatus ? `Remove bookmark from ${name}` : `Bookmark ${name}`}
        pressed={group.bookmarkStatus}
        icon={group.bookmarkStatus ? <IconBookmarkFilled aria-hidden /> : <IconBookmark aria-hidden />}
        onClick={() => acts.bookmark(entry)}
      />
      <Menu
        align="end"
        trigger={<IconButton size="sm" label={`More about ${name}`} icon={<IconDots aria-hidden />} />}
      >
        <MenuItem icon={<IconDownload aria-hidden />} onSelect={() => acts.download(entry)}>
          Download
        </MenuItem>
        {acts.mayEdit(entry) && (
          <>
            <MenuItem icon={<IconMessage aria-hidden />} onSelect={() => onComment(entry)}>
              {group.text ? 'Edit comment' : 'Add a comment'}
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger icon={<IconTrash aria-hidden />} onSelect={() => acts.remove(entry)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  )
}
