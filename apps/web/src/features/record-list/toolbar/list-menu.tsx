import { IconFileImport, IconLink, IconTableExport } from '@tabler/icons-react'
import { useCan } from '../../../api/can.ts'
import { useGo } from '../../../components/go.ts'
import { useNarrow } from '../../../components/narrow.ts'
import { paths } from '../../../paths.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { orderText } from '../../../entities/record/index.ts'
import { writeColumns } from '../grid/column-state.ts'
import type { ListMenuProps } from './list-menu-props.ts'

type Props = ListMenuProps & { anchor: Element | null; onClose: () => void; onExport: () => void }

/** The address of the list as it is shown: with its columns and order, which are otherwise the reader's own. */
function addressOf({ layout, view }: ListMenuProps): string {
  const address = new URL(location.href)
  address.searchParams.set('cols', writeColumns(layout))
  address.searchParams.set('sort', orderText(view.sort))
  address.searchParams.delete('peek')
  return address.href
}

/** What can be done with the list as it is shown. */
export function ListMenu({ anchor, onClose, onExport, ...list }: Props) {
  const may = useCan()
  const go = useGo()
  const narrow = useNarrow()
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(addressOf(list))
      toast.done('Link copied', { subject: 'list-link' })
    } catch {
      toast.error('Your browser blocked copying. Copy the address of the page instead.', {
        subject: 'list-link',
      })
    }
  }

  return (
    <AnchoredMenu anchor={anchor} align="end" onClose={onClose}>
      {/* Elsewhere it is a button of the header. */}
      {narrow && may('bulk.run') && (
        <MenuItem
          icon={<IconFileImport aria-hidden />}
          onSelect={() => go(paths.importOf(list.level.plural))}
        >
          Import
        </MenuItem>
      )}
      {may('record.export') && (
        <MenuItem icon={<IconTableExport aria-hidden />} onSelect={onExport}>
          Export…
        </MenuItem>
      )}
      <MenuItem icon={<IconLink aria-hidden />} onSelect={() => void copyLink()}>
        Copy link to this view
      </MenuItem>
    </AnchoredMenu>
  )
}
