import { useNavigate } from '@tanstack/react-router'
import {
  IconArchive,
  IconArchiveOff,
  IconExternalLink,
  IconFlag2,
  IconLayoutSidebarRight,
  IconLink,
  IconNote,
  IconPencil,
  IconSquareCheck,
} from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { useCan } from '../../../api/can.ts'
import { recordId } from '../../../entities/record/index.ts'
import { paths } from '../../../paths.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useBulk } from './use-bulk.ts'

type RowMenuProps = {
  level: Level
  record: RecordBody
  anchor: Element
  canEdit: boolean
  onPeek: (record: RecordBody) => void
  onSelect: (record: RecordBody) => void
  onClose: () => void
}

/** What can be done with one row. */
export function RowMenu({ level, record, anchor, canEdit, onPeek, onSelect, onClose }: RowMenuProps) {
  const navigate = useNavigate()
  const may = useCan()
  const bulk = useBulk(level)
  const id = recordId(level, record)
  const address = paths.record(level.plural, id)
  const { entityArchived } = record.globalFields

  async function copyLink() {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    toast.done('Link copied', { subject: 'row-link' })
  }

  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuItem
        icon={<IconLayoutSidebarRight aria-hidden />}
        shortcut="space"
        onSelect={() => onPeek(record)}
      >
        Preview
      </MenuItem>
      <MenuItem icon={<IconExternalLink aria-hidden />} onSelect={() => void window.open(address, '_blank')}>
        Open in a new tab
      </MenuItem>
      <MenuItem icon={<IconLink aria-hidden />} onSelect={() => void copyLink()}>
        Copy link
      </MenuItem>
      <MenuSeparator />
      {may('timeline.edit') && (
        <MenuItem
          icon={<IconNote aria-hidden />}
          onSelect={() => void navigate({ href: `${address}?log=note` })}
        >
          Log note
        </MenuItem>
      )}
      {may('timeline.edit') && (
        <MenuItem
          icon={<IconFlag2 aria-hidden />}
          onSelect={() => void navigate({ href: `${address}?log=activity` })}
        >
          Log activity
        </MenuItem>
      )}
      <MenuItem icon={<IconSquareCheck aria-hidden />} shortcut="X" onSelect={() => onSelect(record)}>
        Select
      </MenuItem>
      {canEdit && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<IconPencil aria-hidden />}
            onSelect={() => void navigate({ href: `${address}?edit=${id}` })}
          >
            Edit
          </MenuItem>
          <MenuItem
            icon={entityArchived ? <IconArchiveOff aria-hidden /> : <IconArchive aria-hidden />}
            onSelect={() =>
              void bulk.change(
                [id],
                { action: entityArchived ? 'restore' : 'archive' },
                entityArchived ? 'restored' : 'archived',
              )
            }
          >
            {entityArchived ? 'Restore' : 'Archive'}
          </MenuItem>
        </>
      )}
    </AnchoredMenu>
  )
}
