import type { Overview } from '@steward/contracts/overview'
import { FigureRow } from '../../../components/overview/figure-row.tsx'
import { figuresOf } from '../../../components/overview/figures.ts'
import { useRecordScreen } from '../../../components/record-tabs/record-screen.ts'
import { paths } from '../../../paths.ts'

/** How the customer stands, in a row of figures. */
export function KeyFigures({ overview }: { overview: Overview }) {
  const { level, id, lookups } = useRecordScreen()
  return <FigureRow figures={figuresOf(level, overview, lookups)} address={paths.record(level.plural, id)} />
}
