import type { NumberFormat } from './number.cell.ts'
import { runOf } from './profile/cell.bytes.ts'
import { createColumnProfiler, type ColumnProfile } from './profile/column.profile.ts'
import { tableEntries } from './profile/distinct.counter.ts'

/** The profile of values that are at hand. Numbers are read with the decimal sign where they may be read in two ways. */
export function guessColumn(
  values: readonly string[],
  decimal: NumberFormat['decimal'] = '.',
): ColumnProfile {
  const profiler = createColumnProfiler({ left: tableEntries }, Math.max(values.length, 1))
  const cells = values.map((value) => value.trim())
  if (cells.some((cell) => cell.includes('\n'))) profiler.noteBreak()
  profiler.take(runOf(cells.filter((cell) => cell !== '')))
  return profiler.finish(values.length, decimal)
}
