import { slotKindOf, type SlotField, type SlotKind } from './slot.rules.ts'
import { slotBeside } from './slot.sql.ts'

/** A new record as its row of slots is made from it: its columns, and its custom values by the id of the field. */
export interface SlotSource {
  columns: Readonly<Record<string, unknown>>
  custom: Readonly<Record<string, unknown>>
}

/** A column of new rows of slots, which comes as one array. */
interface ArrayColumn {
  name: string
  type: string
  read: (source: SlotSource) => unknown
  /** The slot of the currency, for an amount. */
  currency?: string
}

interface Amount {
  value: number
  currencyDefinitionId: number
}

const besideTypes: Readonly<Record<(typeof slotBeside)[number], string>> = {
  stage_id: 'int',
  archived: 'bool',
  churned: 'bool',
  pipeline_type: 'int2',
  status_id: 'int2',
}

const slotTypes: Readonly<Record<SlotKind, string>> = { n: 'numeric', d: 'date', i: 'int8' }

const ownColumns: readonly ArrayColumn[] = [
  { name: 'record_id', type: 'int8', read: ({ columns }) => columns['record_id'] },
  ...slotBeside.map((name) => ({
    name,
    type: besideTypes[name],
    read: ({ columns }: SlotSource) => columns[name],
  })),
]

function columnsOf({ fieldId, dataType, slots: { value, currency } }: SlotField): ArrayColumn[] {
  const key = String(fieldId)
  const type = slotTypes[slotKindOf(dataType) ?? 'i']
  if (currency === null) return [{ name: value, type, read: ({ custom }) => custom[key] }]
  const amountOf = ({ custom }: SlotSource) => custom[key] as Amount | undefined
  return [
    { name: value, type, currency, read: (source) => amountOf(source)?.value },
    { name: currency, type: slotTypes.i, read: (source) => amountOf(source)?.currencyDefinitionId },
  ]
}

const allColumns = (fields: readonly SlotField[]): ArrayColumn[] => [
  ...ownColumns,
  ...fields.flatMap(columnsOf),
]

/** The slots of new records, as the parameters that the statement of `insertArraysSql` takes: one array for each column. */
export function slotArrays(fields: readonly SlotField[], sources: readonly SlotSource[]): string[] {
  return allColumns(fields).map(({ type, read }) => arrayOf(sources.map(read), type === slotTypes.i))
}

/** An array as PostgreSQL reads it, which differs from JSON by its brackets alone; true is 1 in a slot of ids. */
function arrayOf(values: readonly unknown[], isId: boolean): string {
  const elements = isId ? values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) : values
  return `{${JSON.stringify(elements).slice(1, -1)}}`
}

/**
 * The parts of a statement, tenant $1, that give new records of a level their slots from arrays, which begin at
 * parameter `first`. To read a number from an array takes a fraction of what it takes to find it in custom values.
 */
export function insertArraysSql(level: number, fields: readonly SlotField[], first: number): string {
  const columns = allColumns(fields)
  const amounts = columns.filter(({ currency }) => currency !== undefined)
  const names = columns.map(({ name }) => name).join(', ')
  // In a list of results, arrays are opened side by side; as a source of rows each would be stored by itself first.
  const opened = columns
    .map(({ name, type }, at) => `unnest($${first + at}::${type}[]) as ${name}`)
    .join(', ')
  const values = columns.map(({ name, currency }) =>
    currency === undefined ? `s.${name}` : `s.${name} * rate_${name}.to_base`,
  )
  const rates = amounts.map(
    ({ name, currency }) => `left join rates rate_${name} on rate_${name}.id = s.${currency}`,
  )
  return `rates as materialized (
      select currency_definition_id::int8 as id, to_base from effective_rate where tenant_id = $1),
    aside as (
      insert into record_slot (tenant_id, level, ${names})
      select $1, ${level}, ${values.join(', ')} from (select ${opened}) s ${rates.join(' ')})`
}
