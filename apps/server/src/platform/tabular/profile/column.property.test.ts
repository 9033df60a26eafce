import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '../csv.writing.ts'
import { detectTable, guessColumn, parseDateCell, parseNumberCell, profileTable } from '../index.ts'
import { isEmail, isPlaceholder } from './cell.look.ts'

/** Columns of cells in one or two forms, with at most two strangers among them. */
function columnsOf<T>(forms: readonly ((value: T) => string)[], value: fc.Arbitrary<T>) {
  const cell = (...chosen: number[]) =>
    fc.tuple(fc.constantFrom(...chosen), value).map(([at, given]) => forms[at]?.(given) ?? '')
  const places = [...forms.keys()]
  return fc
    .uniqueArray(fc.constantFrom(...places), { minLength: 1, maxLength: 2 })
    .chain((chosen) =>
      fc.tuple(
        fc.array(cell(...chosen), { minLength: 120, maxLength: 200 }),
        fc.array(cell(...places), { maxLength: 2 }),
        fc.nat(100),
      ),
    )
    .map(([cells, strangers, at]) => cells.toSpliced(at, 0, ...strangers))
}

const grouped = (value: number, by: string): string => String(value).replaceAll(/\B(?=(\d{3})+$)/g, by)
const two = (value: number): string => String(value).padStart(2, '0')

describe('a cell within a longer text', () => {
  const sign = fc.constantFrom(
    'a',
    'Z',
    '7',
    '@',
    '.',
    ' ',
    '"',
    ',',
    ';',
    '<',
    '\t',
    '\u0001',
    '\u007f',
    'é',
    '😀',
  )
  const cell = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''))
  const email = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/

  it('is an email address where the pattern says so', () => {
    fc.assert(
      fc.property(cell, cell, cell, (before, text, after) => {
        const start = Buffer.byteLength(before)
        const end = start + Buffer.byteLength(text)
        expect(isEmail(Buffer.from(before + text + after), start, end)).toBe(email.test(text))
      }),
      {
        numRuns: 1500,
        examples: [
          ['x', 'a.b@c.org', 'y'],
          ['', 'a@b@c.de', ''],
          ['', 'a@b.c', 'd'],
          ['', '@b.de', ''],
        ],
      },
    )
  })

  it.each(['N/A', '-', '--', 'NULL', '(None)', 'Tbd', '?', 'nan'])('stands for no value: %s', (word) => {
    expect(isPlaceholder(Buffer.from(`a,${word},b`), 2, 2 + word.length)).toBe(true)
  })

  it.each(['', '-5', '5-', 'nobody', 'na.', 'Nullable'])('stands for itself: %j', (word) => {
    expect(isPlaceholder(Buffer.from(`-${word}-`), 1, 1 + word.length)).toBe(false)
  })
})

describe('numbers of a column', () => {
  const whole = fc.integer({ min: 0, max: 99_999_999 })
  const forms: ((value: number) => string)[] = [
    String,
    (value) => `-${value}`,
    (value) => (value / 1000).toFixed(3),
    (value) => `$${grouped(value, ',')}.50`,
    (value) => grouped(value, ','),
    (value) => `${grouped(value, '.')},25`,
    (value) => `${grouped(value, ' ')},5`,
    (value) => `(${grouped(value, "'")})`,
    (value) => `${value} %`,
    () => '0,000',
    () => 'n/a',
    () => 'many',
  ]
  const cells = columnsOf(forms, whole)

  it('fit its format where they can be read in it', () => {
    fc.assert(
      fc.property(cells, (column) => {
        const { numberFormat, misfits } = guessColumn(column)
        if (!numberFormat) return
        const fits = column.filter(
          (cell) => !isPlaceholder(Buffer.from(cell)) && parseNumberCell(cell, numberFormat) !== undefined,
        )
        expect(misfits.count).toBe(column.length - fits.length)
      }),
      { numRuns: 150 },
    )
  })

  it('can be read in two ways unless they are all zero', () => {
    expect(guessColumn(['0,000', '0,000'])).not.toHaveProperty('otherNumberFormat')
    expect(guessColumn(['0,000', '5,000'])).toHaveProperty('otherNumberFormat')
    expect(guessColumn(['5,000', '0,000'])).toHaveProperty('otherNumberFormat')
  })
})

describe('days of a column', () => {
  const day = fc.record({
    y: fc.integer({ min: 2000, max: 2030 }),
    m: fc.integer({ min: 1, max: 12 }),
    d: fc.integer({ min: 1, max: 31 }),
  })
  type Day = Parameters<Parameters<typeof day.map>[0]>[0]
  const forms: ((value: Day) => string)[] = [
    ({ y, m, d }) => `${y}-${two(m)}-${two(d)}`,
    ({ y, m, d }) => `${two(d)}/${two(m)}/${y}`,
    ({ y, m, d }) => `${m}/${d}/${y}`,
    ({ y, m, d }) => `${d}.${m}.${y}`,
    ({ y, m, d }) => `${y}${two(m)}${two(d)}`,
    ({ y, d }) => `${d} Oct ${y}`,
    ({ y, d }) => `${d}-OCT-${y}`,
    ({ y, d }) => `October ${d}, ${y}`,
    () => 'soon',
  ]
  const times = ['', '', '', '', ' 10:30', 'T23:59:59.123Z', ' 24:00', 'T10:30+02:00', ' 3:05 pm', ', 10:30']
  const timed = times.flatMap((time) => forms.map((form) => (value: Day) => form(value) + time))
  const cells = columnsOf(timed, day)

  it('fit its formats where they can be read in them', () => {
    fc.assert(
      fc.property(cells, (column) => {
        const { dateFormat, otherDateFormats = [], misfits } = guessColumn(column)
        if (!dateFormat) return
        for (const format of [dateFormat, ...otherDateFormats]) {
          const fits = column.filter((cell) => parseDateCell(cell, format) !== undefined)
          expect(misfits.count).toBe(column.length - fits.length)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('a long table', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-column-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const rows = 4000
  const longMonths = [1, 3, 5, 7, 8, 10, 12]
  const forms: ((n: number) => string)[] = [
    (n) => `ACC-${n}`,
    (n) => String(n * 37),
    (n) => `$${(n * 1237).toLocaleString('en')}.50`,
    (n) => `${two((n % 12) + 1)}/${two((n % 28) + 1)}/${2000 + (n % 25)} 10:${two(n % 60)}`,
    (n) => `${2000 + (n % 25)}-${two(longMonths[n % 7] ?? 1)}-31T${two(n % 24)}:00:00Z`,
    (n) => `person.${n}@example.org`,
    (n) => `He said "${n}", ${n === 77 ? '\n' : ''}and left`,
    (n) => (n === rows - 1 ? 'unknown' : String(n / 8)),
    (n) => ` padded ${n} `,
    (n) => `Zürich 😀 ${n}`.repeat(n === 3000 ? 20 : 1),
    (n) => ['North', 'East', ''][n % 3] ?? '',
  ]

  it('has the profile of the values of its columns', async () => {
    const columns = forms.map((form) => Array.from({ length: rows }, (_, n) => form(n)))
    const lines = Array.from({ length: rows }, (_, n) => csvLine(columns.map((column) => column[n] ?? '')))
    const path = join(folder, 'long.csv')
    await writeFile(path, csvLine(forms.map((_, at) => `Column ${at}`)) + lines.join(''))
    const { settings } = await detectTable(path, 'long.csv')
    const found = await profileTable(path, settings, forms.length)
    expect(found.rows).toBe(rows)
    const told = ({
      type,
      dateFormat,
      numberFormat,
      misfits,
      longest,
      filled,
      samples,
    }: (typeof found.columns)[0]) => ({
      type,
      dateFormat,
      numberFormat,
      misfits: misfits.count,
      longest,
      filled,
      samples,
    })
    expect(found.columns.map(told)).toEqual(columns.map((column) => told(guessColumn(column))))
    expect(found.columns.map(({ type }) => type)).toEqual([
      'string',
      'number',
      'currency',
      'date',
      'date',
      'email',
      'longText',
      'number',
      'string',
      'longText',
      'singlePicklist',
    ])
  })
})
