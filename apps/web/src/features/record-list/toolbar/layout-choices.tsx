import { Suspense } from 'react'
import { IconBaselineDensityMedium, IconColumns3 } from '@tabler/icons-react'
import type { LevelField } from '../../../api/fields.ts'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import { Button } from '../../../ui/button.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { ColumnsPopover, DensityMenu } from '../lazy-parts.ts'
import type { Density } from '../list-search.ts'

type LayoutChoicesProps = {
  fields: readonly LevelField[]
  density: Density
  layout: GridLayout
  onDensity: (density: Density) => void
  onColumns: (columns: Pick<GridLayout, 'order' | 'pinned'>) => void
  onResetColumns: () => void
}

/** How high the rows are, and which columns there are. */
export function LayoutChoices(props: LayoutChoicesProps) {
  const density = useAnchor('menu')
  const columns = useAnchor('dialog')
  return (
    <div className="mt-0.5 flex shrink-0 items-center gap-1 self-start">
      <Button size="sm" variant="ghost" icon={<IconBaselineDensityMedium aria-hidden />} {...density.button}>
        Density
      </Button>
      <Button size="sm" variant="ghost" icon={<IconColumns3 aria-hidden />} {...columns.button}>
        Columns
      </Button>
      <Suspense>
        {density.used && (
          <DensityMenu
            anchor={density.anchor}
            density={props.density}
            onChange={props.onDensity}
            onClose={density.close}
          />
        )}
        {columns.used && (
          <ColumnsPopover
            anchor={columns.anchor}
            fields={props.fields}
            layout={props.layout}
            onChange={props.onColumns}
            onReset={props.onResetColumns}
            onClose={columns.close}
          />
        )}
      </Suspense>
    </div>
  )
}
