import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { detectTable, readTable, TableError, type TableSettings } from './index.ts'

const folder = fileURLToPath(new URL('../../../fixtures/messy-csv/', import.meta.url))

interface Entry {
  file: string
  encoding: string
  bom: string | null
  newlines: string[]
  delimiter: string
  header: boolean
  /** Null if readers do not agree. */
  expected: string | null
}

const entries = json<Entry[]>('index.json')
const agreed = entries.filter(({ expected }) => expected !== null)

// Remarks above the header are left out, while the expected results keep them as a record.
const remarksAbove: Record<string, number> = { 'duckdb/csv/nullpadding_header.csv': 1 }

// Latin-1 text without control characters is windows-1252 as well.
const sameEncoding: Record<string, string> = { 'iso-8859-1': 'windows-1252' }

const spectrum = [
  'comma_in_quotes',
  'empty',
  'empty_crlf',
  'escaped_quotes',
  'json',
  'newlines',
  'newlines_crlf',
]
spectrum.push('quotes_and_newlines', 'simple', 'simple_crlf', 'utf8')

function json<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T
}

async function read(file: string, overrides: Partial<TableSettings> = {}, chunkBytes?: number) {
  const at = path.join(folder, file)
  const found = await detectTable(at, path.basename(file), overrides)
  const records = found.settings.header ? [found.rawHeader] : []
  const problems: string[] = []
  for await (const { rows } of readTable(at, found.settings, { chunkBytes })) {
    for (const { cells, problem } of rows) {
      records.push(cells)
      if (problem !== undefined) problems.push(problem)
    }
  }
  return { ...found, records, problems }
}

async function refusal(file: string): Promise<TableError> {
  const error: unknown = await read(file).catch((reason: unknown) => reason)
  if (error instanceof TableError) return error
  throw new Error(`${file} was not refused`)
}

describe('messy files are read by detection alone', () => {
  it('covers all files', () => {
    expect([entries.length, agreed.length, spectrum.length]).toEqual([95, 91, 11])
  })

  it.each(agreed.filter(({ file }) => file !== 'csvkit/csv/empty.csv'))('$file', async (entry) => {
    const { settings, records, bom, newline, estimatedRows } = await read(entry.file)
    expect(records).toEqual(json<string[][]>(entry.expected ?? '').slice(remarksAbove[entry.file] ?? 0))
    expect(settings.header).toBe(entry.header)
    expect(settings.encoding).toBe(sameEncoding[entry.encoding] ?? entry.encoding)
    expect(bom).toBe(entry.bom)
    expect(newline).toBe(entry.newlines.length > 1 ? 'mixed' : entry.newlines[0])
    expect(estimatedRows).toBe(records.length - (entry.header ? 1 : 0))
    // one column has no delimiter to detect
    if (records.some((cells) => cells.length > 1)) expect(settings.delimiter).toBe(entry.delimiter)
  })

  it.each(agreed.filter(({ file }) => file !== 'csvkit/csv/empty.csv'))(
    '$file in pieces',
    async ({ file }) => {
      for (const chunkBytes of [5, 64])
        expect((await read(file, {}, chunkBytes)).records).toEqual((await read(file)).records)
    },
  )

  it.each(spectrum)('csv-spectrum %s', async (name) => {
    const { columns, records } = await read(`csv-spectrum/csv/${name}.csv`)
    const objects = records
      .slice(1)
      .map((cells) => Object.fromEntries(cells.map((cell, at) => [columns[at], cell])))
    expect(objects).toEqual(json(`csv-spectrum/expected/${name}.json`))
  })

  it('reads a tab separated file without a header', async () => {
    const { columns, records, settings } = await read('adventureworks-raw/SalesTerritory.csv')
    expect([settings.delimiter, settings.header, records.length]).toEqual(['\t', false, 10])
    expect(columns[9]).toBe('Column 10')
    expect(records[3]?.slice(0, 3)).toEqual(['4', 'Southwest', 'US'])
  })
})

describe('files on which readers do not agree', () => {
  it('leaves out comment lines that do not fit the table', async () => {
    const { records, settings, problems } = await read('duckdb/csv/comments__simple.csv')
    expect(settings).toMatchObject({ comment: '#', skipLines: 2 })
    expect([records, problems]).toEqual([
      [
        ['a', 'b'],
        ['1', '3'],
        ['6', '7'],
      ],
      [],
    ])
  })

  it('names the row that a comment inside a line would shorten', async () => {
    const { records, problems } = await read('duckdb/csv/comments__mid_line_quote.csv')
    expect(records).toEqual([
      ['a', 'b'],
      ['1', '3#5', '7'],
      ['6', '7#test'],
    ])
    expect(problems).toEqual(['Line 3 has 3 cells, the header has 2.'])
  })

  it.each([
    ['duckdb/csv/unescaped_quotes__some_escaped_some_not.csv', 2, 'closing quote (") of cell 1'],
    ['duckdb/csv/unescaped_quotes__unescaped_quote.csv', 1, 'closing quote (") of cell 2'],
  ])('refuses %s', async (file, line, cause) => {
    const error = await refusal(file)
    expect(error).toMatchObject({ code: 'bad_quotes', line })
    expect(error.message).toContain(`Line ${line}: text follows the ${cause}`)
  })

  it('refuses a separator of two characters', async () => {
    const error = await refusal('adventureworks-raw/Store.csv')
    expect(error).toMatchObject({ code: 'unsupported', line: 1 })
    expect(error.message).toMatch(/^Line 1: the cells are separated by "\+\|"/)
  })

  it('refuses a file of blank lines', async () => {
    expect(await refusal('csvkit/csv/empty.csv')).toMatchObject({ code: 'empty' })
  })
})
