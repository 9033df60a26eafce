import type { ColumnMapping } from '@steward/contracts/sheet'

/** What a column fills besides the field of its own line: those are behind the lines of all columns. */
export function furtherOf(column: number, columns: readonly ColumnMapping[]): ColumnMapping[] {
  return columns.filter((mapping) => mapping.column === column).slice(1)
}

/**
 * The mappings with another one in the place of `before`. One that fills nothing goes; in the line of its column, the
 * next field that the column fills takes its place.
 */
export function withReplaced(
  columns: readonly ColumnMapping[],
  before: ColumnMapping,
  after: ColumnMapping,
): ColumnMapping[] {
  const own = columns.find(({ column }) => column === before.column)
  const [next] = furtherOf(before.column, columns)
  if (after.target === null && own !== before) return columns.filter((one) => one !== before)
  if (after.target !== null || !next) return columns.map((one) => (one === before ? after : one))
  return columns.filter((one) => one !== next).map((one) => (one === before ? next : one))
}
