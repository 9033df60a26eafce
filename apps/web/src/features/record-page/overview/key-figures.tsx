import type { Overview } from '@steward/contracts/overview'
import { FigureRow, figuresOf } from '../../../entities/overview/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { paths } from '../../../paths.ts'

/** How the customer stands, in a row of figures. */
export function KeyFigures({ overview }: { overview: Overview }) {
  const { level, id, lookups } = useRecordScreen()
  return <FigureRow figures={figuresOf(level, overview, lookups)} address={paths.record(level.plural, id)} />
}
