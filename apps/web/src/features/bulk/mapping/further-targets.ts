import type { Level } from '@steward/contracts/level'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { Detection } from '../bulk.calls.ts'
import type { Choices } from '../wizard/import-draft.ts'

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

/** The account and the type of a pipeline, else its ID. */
function namingPipelines(columns: readonly ColumnMapping[]): number[] {
  const filling = (name: string) => columns.find(({ target }) => target === name)
  const account = filling('account')
  const named = account?.match === 'name' ? account : undefined
  const type = filling('pipelineType')
  const made = named && type ? [named, type] : [filling('system:externalId') ?? named]
  return made.flatMap((one) => one?.column ?? [])
}

/**
 * Columns that make the name where no column has it. For other records than pipelines it is the column whose header
 * may mean a name, once it fills a field of its own; before that, its line offers the name.
 */
export function columnsForName(
  level: Level,
  { columns: guesses }: Pick<Detection, 'columns'>,
  { columns, mode }: Choices,
): number[] {
  if (mode === 'update' || columns.some(({ target }) => target === 'name')) return []
  if (level.id === 4) return namingPipelines(columns)
  const offered = guesses.find(({ offer }) => offer?.target === 'name')?.column
  return columns
    .filter(({ column, target }) => column === offered && target !== null)
    .map(({ column }) => column)
}

/**
 * The choices with a name that is joined from columns. The name of pipelines repeats, so it becomes no key by itself.
 */
export function withMadeName(
  level: Level,
  { columns, key }: Choices,
  from: readonly number[],
): Partial<Choices> {
  const made = from.map((column) => ({ column, target: 'name' }))
  return { columns: [...columns, ...made], ...(key.length === 0 && level.id === 4 && { key }) }
}
