import { Suspense, useState } from 'react'
import { IconDots } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { ExportDialog, ListMenu } from '../lazy-parts.ts'
import type { ListMenuProps } from './list-menu-props.ts'

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
