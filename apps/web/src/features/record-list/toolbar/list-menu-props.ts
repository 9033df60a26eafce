import type { Level } from '@steward/contracts/level'
import type { RecordView } from '../../../entities/record/index.ts'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import type { RowSelection } from '../../../components/data-table/row-selection.ts'

/** The list as it is shown, for what can be done with it. */
export type ListMenuProps = {
  level: Level
  view: RecordView
  layout: GridLayout
  /** How many records match; undefined until that is known. */
  count: number | undefined
  selection: RowSelection
}
