import { Suspense } from 'react'
import { IconArrowsSort, IconBaselineDensityMedium, IconColumns3 } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import type { RecordOrder } from '../../../entities/record/index.ts'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { ColumnsPopover, DensityMenu, SortPopover } from '../lazy-parts.ts'
import type { Density } from '../../../entities/record-view/index.ts'
import type { ColumnChoice } from '../grid/use-list-layout.ts'

export type LayoutChoicesProps = {
  level: Level
  fields: readonly LevelField[]
  columnFields: readonly LevelField[]
  order: RecordOrder
  density: Density
  layout: GridLayout
  onOrder: (order: RecordOrder) => void
  onDensity: (density: Density) => void
  onColumns: (columns: ColumnChoice) => void
  onResetColumns: () => void
}

/** What the rows are sorted by, how high they are, and which columns there are. */
export function LayoutChoices(props: LayoutChoicesProps) {
  const { level, fields, columnFields, order } = props
  const sort = useAnchor('dialog')
  const density = useAnchor('menu')
  const columns = useAnchor('dialog')
  return (
    <div className="mt-0.5 flex shrink-0 items-center gap-1 self-start">
      <Button size="sm" variant="ghost" icon={<IconArrowsSort aria-hidden />} {...sort.button}>
        Sort
        {order.length > 1 && (
          <span className="tabular ml-1 rounded-chip bg-accent-soft px-1 text-meta text-accent-text">
            {order.length}
            <span className="sr-only"> keys</span>
          </span>
        )}
      </Button>
      <IconButton
        label="Density"
        size="sm"
        icon={<IconBaselineDensityMedium aria-hidden />}
        {...density.button}
      />
      <Button size="sm" variant="ghost" icon={<IconColumns3 aria-hidden />} {...columns.button}>
        Columns
      </Button>
      <Suspense>
        {sort.used && (
          <SortPopover
            anchor={sort.anchor}
            level={level}
            fields={fields}
            columnFields={columnFields}
            order={order}
            onChange={props.onOrder}
            onClose={sort.close}
          />
        )}
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
            level={level}
            fields={fields}
            columnFields={columnFields}
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
