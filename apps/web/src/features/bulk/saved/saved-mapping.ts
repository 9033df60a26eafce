import type { ImportMapping } from '@steward/contracts/import/mapping'
import type { ColumnMapping, MappingChoices } from '@steward/contracts/sheet'
import type { Detection } from '../bulk.calls.ts'
import { choicesFrom, type Choices } from '../wizard/import-draft.ts'

type SavedColumn = MappingChoices['columns'][number]

const headersOf = (choices: MappingChoices): Set<string> =>
  new Set(choices.columns.map(({ header }) => header))

/** The mapping that knows most of the headers of a file, and of which the file lacks none; their order doesn't matter. */
export function mappingFor(
  { columns }: Pick<Detection, 'columns'>,
  mappings: readonly ImportMapping[],
): ImportMapping | undefined {
  const headers = new Set(columns.map(({ name }) => name))
  const fitting = mappings.filter(({ choices }) =>
    [...headersOf(choices)].every((header) => headers.has(header)),
  )
  return fitting.toSorted((a, b) => headersOf(b.choices).size - headersOf(a.choices).size)[0]
}

/** The columns of a file that a mapping doesn't know. */
export function newColumns({ columns }: Pick<Detection, 'columns'>, mapping: MappingChoices): string[] {
  const known = headersOf(mapping)
  return columns.map(({ name }) => name).filter((name) => !known.has(name))
}

/** What a mapping says about the columns of a file. A column that it doesn't know keeps its suggestion, unless its field is taken. */
export function choicesFromMapping(
  { choices: { columns, ...saved } }: { choices: MappingChoices },
  detection: Detection,
  targets: ReadonlySet<string>,
): Choices {
  const suggested = choicesFrom(detection)
  const byHeader = Map.groupBy(columns, ({ header }) => header)
  const taken = new Set(columns.map(({ target }) => target))
  const further: ColumnMapping[] = []
  const mapped = suggested.columns.map((column, at): ColumnMapping => {
    const known = byHeader.get(detection.columns[at]?.name ?? '')
    if (!known) return taken.has(column.target) ? { ...column, target: null } : column
    const all = known.map((one) => restored(column.column, one, targets))
    const filling = all.filter(({ target }) => target !== null)
    further.push(...filling.slice(1))
    return filling[0] ?? all[0] ?? column
  })
  mapped.push(...further)
  const filled = new Set(mapped.map(({ target }) => target))
  return { ...suggested, ...saved, columns: mapped, key: saved.key.filter((name) => filled.has(name)) }
}

function restored(column: number, known: SavedColumn, targets: ReadonlySet<string>): ColumnMapping {
  const { target } = known
  const mapped: ColumnMapping & Partial<SavedColumn> = {
    ...known,
    column,
    target: target !== null && targets.has(target) ? target : null,
  }
  delete mapped.header
  return mapped
}

/** The choices that are saved with a mapping: all but the fields created for this file and the imports before it. */
export function savedFrom(choices: Choices, detection: Detection): MappingChoices {
  const columns = choices.columns.map(({ column, ...rest }) => ({
    ...rest,
    header: detection.columns[column]?.name ?? '',
  }))
  const saved: MappingChoices & Partial<Pick<Choices, 'newFields' | 'missingFrom'>> = { ...choices, columns }
  delete saved.newFields
  delete saved.missingFrom
  return saved
}
