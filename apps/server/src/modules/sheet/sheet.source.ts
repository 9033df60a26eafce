import { LRUCache } from 'lru-cache'
import { InputTooCostly, type ParserPool } from '../../platform/parsing/parser-pool.ts'
import {
  readTable,
  TableError,
  type TableProfile,
  type TableSettings,
  type UnreadCell,
} from '../../platform/tabular/index.ts'
import type { DetectedTable, ProfileInput, Refused, TableInput, TableOutput } from './sheet.parser.ts'
import type { SourceRow } from './sheet.row.ts'

export interface SourceBatch {
  rows: SourceRow[]
  /** How much of the source has been read, from 0 to 1. */
  share: number
}

/** Where rows come from. Reading throws TableError where a file cannot be read. */
export interface RowSource {
  header: string[]
  batches(): AsyncGenerator<SourceBatch>
}

const module = new URL('sheet.parser.ts', import.meta.url)

function errorOf({ code, message, line }: Refused['refused']): TableError {
  return new TableError(code, message, line)
}

/** Milliseconds that a look at a file may take; a short one is read to its end meanwhile. */
const longestLook = 30_000

/** Finds out in a thread of its own how a file is to be read. Throws TableError. */
export async function detectFile(
  parsers: ParserPool,
  path: string,
  fileName: string,
  settings: Partial<TableSettings> = {},
  isShort = false,
): Promise<DetectedTable> {
  const input: TableInput = { path, fileName, settings, isShort }
  try {
    const output = await parsers.run<TableOutput>({ module, name: 'parseTable' }, input, {
      deadline: longestLook,
    })
    if ('table' in output) return output.table
    throw errorOf(output.refused)
  } catch (error) {
    if (!(error instanceof InputTooCostly)) throw error
    throw new TableError('too_long', 'The beginning of the file is too complex to read. Export it again.')
  }
}

/** Characters, as JSON, of all looks that are kept. */
const mostCharacters = 4_000_000
/** Milliseconds. */
const keptFor = 60_000

/**
 * Keeps what the first rows of long uploads amount to. While such a file is read to its end, its page asks again and
 * again, and each look would keep a second thread and its memory busy. A complete upload never changes.
 */
export function createFirstLooks() {
  const looks = new LRUCache<string, DetectedTable>({
    maxSize: mostCharacters,
    sizeCalculation: (table) => JSON.stringify(table).length,
    ttl: keptFor,
  })

  return {
    async first(
      uploadId: string,
      settings: Partial<TableSettings> | undefined,
      look: () => Promise<DetectedTable>,
    ): Promise<DetectedTable> {
      const key = JSON.stringify([uploadId, settings])
      const known = looks.get(key)
      if (known) return known
      const table = await look()
      looks.set(key, table)
      return table
    },
  }
}

/** Milliseconds that reading a file of 4 GB takes on a slow machine. */
const longestProfile = 30 * 60_000

/** Reads a whole file in a thread of its own. Throws TableError. */
export async function profileFile(
  parsers: ParserPool,
  input: ProfileInput,
  signal: AbortSignal,
): Promise<TableProfile> {
  try {
    const parser = { module, name: 'parseProfile' }
    const output = await parsers.run<{ profile: TableProfile } | Refused>(parser, input, {
      deadline: longestProfile,
      signal,
    })
    if ('profile' in output) return output.profile
    throw errorOf(output.refused)
  } catch (error) {
    if (!(error instanceof InputTooCostly)) throw error
    throw new TableError('too_long', 'The file is too complex to read. Export it again.')
  }
}

/** Few enough that a batch that waits for the database, with the one read ahead, adds little to what the process holds. */
const batchRows = 1000

export async function openFile(
  parsers: ParserPool,
  path: string,
  fileName: string,
  settings: Partial<TableSettings> | undefined,
): Promise<RowSource> {
  const { detection } = await detectFile(parsers, path, fileName, settings)
  return {
    header: detection.columns,
    async *batches() {
      const table = readTable(path, detection.settings, { batchRows })
      for await (const { rows, bytesRead, bytesTotal } of table) {
        yield {
          rows: rows.map(({ index, ...row }) => ({ row: index + 1, ...row })),
          share: bytesRead / bytesTotal,
        }
      }
    },
  }
}

const isEmpty = (cells: readonly unknown[]): boolean => cells.every((cell) => cell === '')

/** Leaves out rows that hold nothing but formulas without their values, in columns that no one asks for. */
export function withoutUnasked(source: RowSource, asked: ReadonlySet<number>): RowSource {
  const isAsked = ({ column }: UnreadCell) => asked.has(column)
  return {
    header: source.header,
    async *batches() {
      for await (const { rows, share } of source.batches()) {
        yield {
          rows: rows.filter(({ unread, cells }) => !unread || unread.some(isAsked) || !isEmpty(cells)),
          share,
        }
      }
    },
  }
}

/** Rows of JSON: the columns are the names that occur in any of them. */
export function openRows(rows: readonly Record<string, unknown>[]): RowSource {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  const header = [...names]
  return {
    header,
    async *batches() {
      for (let start = 0; start < rows.length; start += batchRows) {
        const part = rows.slice(start, start + batchRows)
        yield {
          rows: part.map((row, at) => ({
            row: start + at + 1,
            line: start + at + 1,
            cells: header.map((name) => row[name]),
          })),
          share: (start + part.length) / rows.length,
        }
      }
    },
  }
}
