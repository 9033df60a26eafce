import { optionColorClass } from '../../../entities/value/index.ts'
import { cx } from '../../../ui/cx.ts'

const series = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6']

/** The small square of a column: the color of its option, else one by its place. */
export function ColumnMark({ color, place }: { color: string | null; place: number }) {
  const own = optionColorClass(color)
  return (
    <span
      aria-hidden
      className={cx(
        'size-2.5 shrink-0 rounded-[3px]',
        own ?? (color === null && series[place % series.length]),
      )}
      style={color === null || own ? undefined : { backgroundColor: color }}
    />
  )
}
