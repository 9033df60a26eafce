import { findLevel, levelOf, type LevelId } from '@steward/contracts/level'
import { convert } from '@steward/contracts/money'
import type { CurrencyValue } from '@steward/contracts/value'
import { isoOf } from '../../platform/db/instant.reader.ts'
import type { Reckoning } from '../currency/index.ts'
import { createdText, shownFields, type Showing } from '../record/index.ts'
import type { CatalogueField } from '../field/index.ts'
import { columnAtPath, moneySql, pathLookup, type ReachedField } from '../record-rule/index.ts'
import type { ListRequest } from './record-list.request.ts'

/** A row as the database wrote it, text by text. */
export type TextRow = readonly (string | null)[]

/** What is known of stages and users, as JSON, by the text of their ids. */
export interface WrittenNames {
  stageName(stageId: string | null): string
  owners(owners: string): string
  /** Which color a score is, by the bounds of the level and the stage. */
  healthStatus(level: LevelId, stageId: string | null, health: string): string
}

/** How the records of a list are read and written. */
export interface RecordWriting {
  /** The columns that a record is written from, of `r` and of what `joins` joins. */
  columns: readonly string[]
  joins: string
  /** A record as JSON, from a row that begins with the columns. Its values are put together as they are, unread. */
  write(row: TextRow): string
}

type WriteValue = (text: string) => string
/** The JSON of something of a row; undefined leaves it out. */
type WriteMember = (row: TextRow) => string | undefined

const asItStands: WriteValue = (text) => text
const quoted: WriteValue = (text) => JSON.stringify(text)
const flag: WriteValue = (text) => (text === 't' ? 'true' : 'false')
const instant: WriteValue = (text) => `"${isoOf(text)}"`
/** A day stays one. */
const dayOrInstant: WriteValue = (text) => (text.length === 10 ? quoted(text) : instant(text))
const ids: WriteValue = (text) => `[${text.slice(1, -1)}]`

/** Collects the columns of a statement; the same one is read once. */
function createColumns() {
  const places = new Map<string, number>()
  return {
    places,
    /** Where a column is in a row. */
    at(sql: string): number {
      const known = places.get(sql)
      if (known !== undefined) return known
      places.set(sql, places.size)
      return places.size - 1
    },
  }
}

type Columns = ReturnType<typeof createColumns>
type ShowField = (
  column: string,
  columns: Columns,
  names: WrittenNames,
  isBelow: boolean,
  level: LevelId,
  writeAmount: WriteValue,
) => WriteMember

function shown(write: WriteValue): (column: string, columns: Columns) => WriteMember {
  return (column, columns) => {
    const at = columns.at(`r.${column}`)
    return (row) => {
      const text = row[at]
      return typeof text === 'string' ? write(text) : 'null'
    }
  }
}

/** How a built-in field of each form is written. */
const showings: Readonly<Record<Showing, ShowField>> = {
  text: shown(quoted),
  number: shown(asItStands),
  flag: shown(flag),
  money: (column, columns, _names, _isBelow, _level, writeAmount) => shown(writeAmount)(column, columns),
  instant: shown(instant),
  creation: (_column, columns) => {
    const at = columns.at(createdText('r'))
    return (row) => dayOrInstant(row[at] ?? '')
  },
  healthStatus: (column, columns, names, _, level) => {
    const [at, stage] = [columns.at(`r.${column}`), columns.at('r.stage_id')]
    return (row) => {
      const text = row[at]
      return typeof text === 'string' ? names.healthStatus(level, row[stage] ?? null, text) : 'null'
    }
  },
  stageName: (column, columns, names) => {
    const at = columns.at(`r.${column}`)
    return (row) => names.stageName(row[at] ?? null)
  },
  owners: (column, columns, names) => {
    const at = columns.at(`r.${column}`)
    return (row) => names.owners(row[at] ?? '{}')
  },
  parent: (column, columns, _, isBelow) => {
    if (!isBelow) return () => 'null'
    const [id, name] = [columns.at(`r.${column}_id`), columns.at(`${column}.name`)]
    return (row) => {
      const text = row[name]
      return typeof text === 'string' ? `{"id":${row[id]},"name":${quoted(text)}}` : 'null'
    }
  },
}

/** An amount as it is kept, and what it is in the currency that was asked for. */
function writeConverted({ display, rates }: Reckoning): WriteValue {
  return (text) => {
    const converted = convert(JSON.parse(text) as CurrencyValue, display.currencyDefinitionId, rates)
    return `${text.slice(0, -1)},"converted":${JSON.stringify(converted)}}`
  }
}

/** How the amounts of a list are written. */
function amountWriting({ query, reckoning }: ListRequest): WriteValue {
  return query.displayCurrency ? writeConverted(reckoning) : asItStands
}

function writeCustom({ kind, dataType }: CatalogueField, writeAmount: WriteValue): WriteValue {
  if (dataType === 'currency') return writeAmount
  if (kind === 'text') return quoted
  return kind === 'date' ? (text) => `"${text}"` : asItStands
}

const byStorage: Readonly<Record<string, WriteValue>> = {
  text: quoted,
  boolean: flag,
  timestamp: dayOrInstant,
  date: quoted,
  intArray: ids,
}

/** The value of a field in the record or user known as `alias`; nothing where it is unset. */
function member(
  { field, parent }: ReachedField,
  alias: string,
  columns: Columns,
  request: ListRequest,
): WriteMember {
  const isCustom = field.fieldId !== null
  const column =
    isCustom || field.dataType === 'currency'
      ? undefined
      : columnAtPath({ field, parent }, alias, request.reckoning)
  const at = columns.at(
    column?.shown ?? column?.sql ?? (isCustom ? `${alias}.custom->>'${field.key}'` : moneySql(field, alias)),
  )
  const write = column
    ? (byStorage[column.storage] ?? asItStands)
    : writeCustom(field, amountWriting(request))
  return (row) => {
    const text = row[at]
    return typeof text === 'string' ? write(text) : undefined
  }
}

/** Writes an object of the members that there are. */
function writeObject(members: readonly (readonly [name: string, write: WriteMember])[]): WriteMember {
  const parts = members.map(([name, write]) => ({ start: `${JSON.stringify(name)}:`, write }))
  return (row) => {
    let text = ''
    for (const { start, write } of parts) {
      const value = write(row)
      if (value !== undefined) text += (text === '' ? start : `,${start}`) + value
    }
    return `{${text}}`
  }
}

/** How the records that a request asks for are written. */
export function recordWriting(request: ListRequest, names: WrittenNames): RecordWriting {
  const { actor, level, builtIn, customFields, related } = request
  const columns = createColumns()
  const writeAmount = amountWriting(request)
  const isBelow = (parent: string) => (findLevel(parent)?.id ?? level) < level
  const globalFields = Object.entries(shownFields)
    .filter(([, { onDemand }]) => !builtIn || onDemand === undefined || builtIn.has(onDemand))
    .map(([name, { showing, column }]): [string, WriteMember] => [
      name,
      showings[showing](column, columns, names, isBelow(column), level, writeAmount),
    ])
  const custom = customFields.map((field): [string, WriteMember] => [
    field.name,
    member({ field, parent: null }, 'r', columns, request),
  ])
  const paths = [...new Set(related.flatMap(({ reached }) => reached.parent ?? []))]
  const others = related.map(({ name, reached }): [string, WriteMember] => [
    name,
    member(reached, `seen_${reached.parent}`, columns, request),
  ])
  const [recordId, version] = [columns.at('r.record_id'), columns.at('r.version')]
  const writeGlobal = writeObject(globalFields)
  const writeRest = writeObject(custom)
  const writeOthers = writeObject(others)
  const parents = (['organization', 'account'] as const).filter(
    (parent) => isBelow(parent) && (!builtIn || builtIn.has(`${parent}Id`)),
  )
  return {
    columns: [...columns.places.keys()],
    joins: [
      ...parents.map((parent) => pathLookup(parent, actor, parent, false)),
      ...paths.map((path) => pathLookup(path, actor, `seen_${path}`, true)),
    ].join(' '),
    write(row) {
      const rest = others.length > 0 ? `,"relatedFields":${writeOthers(row)}}` : '}'
      return `{"${levelOf(level).idKey}":${row[recordId]},"level":${level},"version":${row[version]},"globalFields":${writeGlobal(row)},"customFields":${writeRest(row)}${rest}`
    },
  }
}
