import { Suspense, useState } from 'react'
import { IconDots } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordView } from '../../../api/records.ts'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import type { RowSelection } from '../../../components/data-table/row-selection.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { ExportDialog, ListMenu } from '../lazy-parts.ts'

export type ListMenuProps = {
  level: Level
  view: RecordView
  layout: GridLayout
  /** How many records match; undefined until that is known. */
  count: number | undefined
  selection: RowSelection
}

/** Opens what can be done with the list as it is shown. */
export function ListMenuButton(props: ListMenuProps) {
  const menu = useAnchor('menu')
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <IconButton label="More actions" size="sm" icon={<IconDots aria-hidden />} {...menu.button} />
      <Suspense>
        {menu.used && (
          <ListMenu
            {...props}
            anchor={menu.anchor}
            onClose={menu.close}
            onExport={() => setExporting(true)}
          />
        )}
        {exporting && <ExportDialog {...props} onClose={() => setExporting(false)} />}
      </Suspense>
    </>
  )
}
