import { cx } from '../../ui/cx.ts'

/** The colors of options, by the names under which they are kept: the series of the theme. */
const series: Readonly<Record<string, string>> = {
  'series-1': 'bg-series-1',
  'series-2': 'bg-series-2',
  'series-3': 'bg-series-3',
  'series-4': 'bg-series-4',
  'series-5': 'bg-series-5',
  'series-6': 'bg-series-6',
}

export const optionColors: readonly string[] = Object.keys(series)

/** The class that paints an option's color; undefined for none, or one that is not of the theme. */
export function optionColorClass(color: string | null | undefined): string | undefined {
  return series[color ?? '']
}

/** A small square in an option's color; nothing where it has none. */
export function OptionSquare({ color }: { color: string | null | undefined }) {
  const paint = optionColorClass(color)
  return paint ? <span aria-hidden className={cx('size-2 shrink-0 rounded-[2px]', paint)} /> : null
}
