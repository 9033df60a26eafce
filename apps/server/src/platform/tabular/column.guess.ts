import type { NumberFormat } from './number.cell.ts'
import { createColumnProfiler, type ColumnProfile } from './profile/column.profile.ts'
import { tableEntries } from './profile/distinct.counter.ts'

/** The profile of values that are at hand. Numbers are read with the decimal sign where they may be read in two ways. */
export function guessColumn(
  values: readonly string[],
  decimal: NumberFormat['decimal'] = '.',
): ColumnProfile {
  const profiler = createColumnProfiler({ left: tableEntries }, Math.max(values.length, 1))
  for (const value of values) {
    const cell = value.trim()
    if (cell === '') continue
    if (cell.includes('\n')) profiler.noteBreak()
    profiler.add(cell, 0, cell.length)
  }
  return profiler.finish(values.length, decimal)
}
