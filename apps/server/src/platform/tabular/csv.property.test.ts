import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScanner } from './csv.scanner.ts'
import { csvCell, csvLine, withoutGuard } from './csv.writing.ts'

function scan(text: string, delimiter: string, pieces: number[]): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = []
  const scanner = createScanner({ delimiter, quote: '"', skipLines: 0 }, (line, cells) =>
    records.push({ line, cells }),
  )
  let at = 0
  for (const size of pieces) {
    scanner.push(text.slice(at, at + size), false)
    at += size
  }
  scanner.push(text.slice(at), true)
  return records
}

const pieces = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 })
const alphabet = fc.constantFrom(
  'a',
  'é',
  '😀',
  ' ',
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '=',
  '＝',
  '-',
  '1',
  '\0',
)
const cell = fc.array(alphabet, { maxLength: 6 }).map((parts) => parts.join(''))
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })

/** The prefix that keeps spreadsheets from running a cell as a formula. */
function guarded(text: string): string {
  return csvCell(text).startsWith("'") || csvCell(text).startsWith(`"'`) ? `'${text}` : text
}

function quotedLine(cells: string[], delimiter: string, newline: string): string {
  return cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter) + newline
}

describe('the scanner', () => {
  it('reads back what csvLine wrote, in pieces of any size', () => {
    fc.assert(
      fc.property(table, pieces, (rows, sizes) => {
        const text = rows.map((row) => csvLine(row)).join('')
        expect(scan(text, ',', sizes).map(({ cells }) => cells)).toEqual(
          rows.map((row) => row.map((one) => guarded(one))),
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('reads back any delimiter and line ending, and counts physical lines', () => {
    const delimiters = fc.constantFrom(',', ';', '\t', '|', '^')
    fc.assert(
      fc.property(
        table,
        pieces,
        delimiters,
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, sizes, delimiter, newline) => {
          let line = 1
          const expected = rows.map((cells) => {
            const record = { line, cells }
            line += quotedLine(cells, delimiter, newline).match(/\r\n|\r|\n/g)?.length ?? 0
            return record
          })
          const text = rows.map((cells) => quotedLine(cells, delimiter, newline)).join('')
          expect(scan(text, delimiter, sizes)).toEqual(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('agrees with csv-parse on any well-formed text', () => {
    const plain = fc.stringMatching(/^[ab =é"1]{0,5}$/).filter((text) => !text.startsWith('"'))
    const written = fc.oneof(
      plain,
      cell.map((text) => `"${text.replaceAll('"', '""')}"`),
    )
    const line = fc.tuple(fc.array(written, { maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\r'))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), pieces, (lines, ended, sizes) => {
        const whole = lines.map(([cells, newline]) => cells.join(',') + newline).join('')
        const text = ended ? whole : whole.replace(/[\r\n]+$/, '')
        const options = {
          relax_quotes: true,
          relax_column_count: true,
          record_delimiter: ['\r\n', '\n', '\r'],
        }
        const expected: string[][] = parse(text, { ...options, skip_empty_lines: true })
        expect(scan(text, ',', sizes).map(({ cells }) => cells)).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the writer', () => {
  it.each([
    ['plain', 'plain'],
    ['a "b", c', '"a ""b"", c"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1,B1)', `"'@SUM(A1,B1)"`],
    ['+49 30 1234', "'+49 30 1234"],
    ['-12.5', '-12.5'],
    ['+7', '+7'],
    ['-1,234.50', '"-1,234.50"'],
    ['\tx', `'\tx`],
    ['\rx', `"'\rx"`],
  ])('writes %j as %j', (text, written) => {
    expect(csvCell(text)).toBe(written)
  })
})

it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'])(
  'guards a text that begins with %j',
  (sign) => {
    const text = `${sign}cmd|' /C calc'!A0`
    expect(csvCell(text).replaceAll('"', '')).toBe(`'${text}`)
    expect(withoutGuard(`'${text}`)).toBe(text)
  },
)
