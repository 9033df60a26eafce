import { Suspense, useCallback, useMemo, type ReactNode } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import type { RecordView } from '../../../entities/record/index.ts'
import type { PlacedColumns } from '../../../components/data-table/grid-columns.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import type { ChangeLayout } from '../layout/use-kept-layout.ts'
import { TotalsRow } from '../lazy-parts.ts'
import type { Totals } from './totals-row.tsx'

type TotalsFooterOptions = {
  level: Level
  view: RecordView
  fields: ReadonlyMap<string, LevelField>
  lookups: ValueLookups
  order: readonly string[]
  totals: Totals | null
  changeLayout: ChangeLayout
  /** Rows in all; undefined until the first ones are there. */
  count: number | undefined
}

/** The row of totals as a grid takes it, where there is to be one, and how to have one or not. */
export function useTotalsFooter(options: TotalsFooterOptions) {
  const { level, view, fields, lookups, order, totals, changeLayout, count } = options
  const onChange = useCallback((next: Totals) => changeLayout({ totals: { ...next } }), [changeLayout])

  const footer = useMemo(() => {
    if (!totals) return undefined
    return (columns: PlacedColumns): ReactNode => (
      <Suspense fallback={<div className="dt-foot" />}>
        <TotalsRow
          level={level}
          view={view}
          fields={fields}
          lookups={lookups}
          columns={columns}
          totals={totals}
          onChange={onChange}
          above={(count ?? 0) + 1}
          ready={count !== undefined}
        />
      </Suspense>
    )
  }, [level, view, fields, lookups, totals, onChange, count])

  function toggle() {
    changeLayout({ totals: totals ? null : firstTotals([...fields.values()], order) })
  }
  return { footer, toggle }
}

/** What a totals row begins with: how many there are, and the sums of money. */
function firstTotals(
  fields: readonly LevelField[],
  order: readonly string[],
): Record<string, 'count' | 'sum'> {
  const money = fields.filter(({ name, dataType }) => dataType === 'currency' && order.includes(name))
  return { name: 'count', ...Object.fromEntries(money.map(({ name }) => [name, 'sum'] as const)) }
}
