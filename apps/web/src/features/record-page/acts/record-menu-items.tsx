import {
  IconArchive,
  IconArchiveOff,
  IconCornerUpRight,
  IconLink,
  IconPhoto,
  IconPrinter,
  IconUserEdit,
  IconUserMinus,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { paths } from '../../../paths.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useStateActs, type Question } from './use-state-acts.ts'

async function copyLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.origin + address)
    toast.info('Link copied', { subject: 'copy' })
  } catch {
    toast.error('Your browser blocked copying the link.', { subject: 'copy' })
  }
}

type RecordMenuItemsProps = {
  anchor: Element | null
  onClose: () => void
  onAssign: () => void
  onAsk: (question: Question) => void
  onPrint: () => void
}

/** Link, owners, place and state of the record. */
export function RecordMenuItems({ anchor, onClose, onAssign, onAsk, onPrint }: RecordMenuItemsProps) {
  const { level, id, mayEdit } = useRecordScreen()
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} align="end">
      <MenuItem icon={<IconLink />} onSelect={() => void copyLink(paths.record(level.plural, id))}>
        Copy link
      </MenuItem>
      <MenuItem icon={<IconPrinter />} onSelect={onPrint}>
        Print
      </MenuItem>
      {mayEdit && <MenuSeparator />}
      {mayEdit && (
        <MenuItem icon={<IconPhoto />} onSelect={() => onAsk('picture')}>
          Picture…
        </MenuItem>
      )}
      {mayEdit && level.id !== 3 && (
        <MenuItem icon={<IconUsers />} shortcut="o" onSelect={onAssign}>
          Assign owners
        </MenuItem>
      )}
      {mayEdit && level.id !== 1 && (
        <MenuItem icon={<IconCornerUpRight />} onSelect={() => onAsk('move')}>
          Move…
        </MenuItem>
      )}
      {mayEdit && <StateItems onAsk={onAsk} />}
    </AnchoredMenu>
  )
}

function StateItems({ onAsk }: { onAsk: (question: Question) => void }) {
  const { level, record } = useRecordScreen()
  const { archive, churn } = useStateActs(onAsk)
  const { entityArchived, churned } = record.globalFields
  return (
    <>
      <MenuSeparator />
      {level.id < 3 && (
        <MenuItem icon={churned ? <IconUserPlus /> : <IconUserMinus />} onSelect={churn}>
          {churned ? 'Undo churn' : 'Mark churned…'}
        </MenuItem>
      )}
      {churned && (
        <MenuItem icon={<IconUserEdit />} onSelect={() => onAsk('churn')}>
          Edit churn details…
        </MenuItem>
      )}
      <MenuItem icon={entityArchived ? <IconArchiveOff /> : <IconArchive />} shortcut="e" onSelect={archive}>
        {entityArchived ? 'Restore' : 'Archive'}
      </MenuItem>
    </>
  )
}
