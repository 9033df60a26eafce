import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detectTable, guessColumn, profileTable } from '../index.ts'
import { hashCells } from './byte.hash.ts'
import { runOf } from './cell.bytes.ts'
import { createDistinctCounter, type DistinctCounter } from './distinct.counter.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-profile-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function profile(name: string, text: string) {
  const path = join(folder, name)
  await writeFile(path, text)
  const { settings, columns } = await detectTable(path, name)
  return profileTable(path, settings, columns.length)
}

describe('the profile of a whole table', () => {
  it('sees the last row, blank beginnings, repeated headers and rows of other lengths', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `${at},${at < 2000 ? '' : 'x@y.org'},12.5`)
    lines.splice(100, 0, 'id,mail,price')
    lines.splice(500, 0, 'short')
    const found = await profile('whole.csv', ['id,mail,price', ...lines, '07,x@y.org,12.5'].join('\n'))
    expect(found).toMatchObject({
      ragged: { count: 1, line: 502 },
      headers: { count: 1, line: 102 },
      columns: [
        { type: 'string', filled: 3002, repeats: 0 },
        { type: 'email', filled: 1001, repeats: 1000 },
        { type: 'number', distinctCount: 1 },
      ],
    })
  })

  it.each([
    ['id;name;seats\n007;A;1\n008;B;2\nSumme;;3', { rows: 2, totals: { line: 4, label: 'Summe' } }],
    ['id;name;seats\n007;A;1\n008;B;2\n;Grand total:;1.003,50 €\n', { rows: 2, totals: { line: 4 } }],
    ['id;name;seats\n007;A;1\n008;B;2\nGesamt\n', { rows: 2, ragged: { count: 0 }, short: { count: 0 } }],
    ['name;seats\nA;1\nB;2\nTotale;3', { rows: 2, totals: { line: 4, label: 'Totale' } }],
  ])('leaves out the totals at its end: %j', async (text, expected) => {
    const found = await profile('totals.csv', text)
    expect(found).toMatchObject(expected)
    expect(found.columns.map(({ filled }) => filled)).toEqual(found.columns.map(() => 2))
  })

  it.each([
    'id;name;seats\n7;A;1\n8;B;2\n9;Total;3',
    'id;name;city\n7;A;Rome\n8;B;Oslo\nTotal;C;Paris',
    'id;name;seats\n7;A;1\nTotal;;2\n8;B;3',
    'name;id\nA;007\nB;008\nTotal;009',
    'name;seats\nA;1\nTotal;1',
  ])('has the last row of %j', async (text) => {
    const found = await profile('rows.csv', text)
    expect(found).not.toHaveProperty('totals')
    expect(found.rows).toBe(text.split('\n').length - 1)
    expect(found.columns[0]?.filled).toBe(found.rows)
  })

  it('finds totals behind several pieces of a long file, and none where rows follow', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `C-${at};Customer ${at};${at % 90}`)
    const text = ['id;name;seats', ...lines, 'Summe;;2670000'].join('\n')
    expect(await profile('long.csv', text)).toMatchObject({ rows: 60_000, totals: { line: 60_002 } })
    const more = await profile('more.csv', `${text}\nC-x;Last;1`)
    expect(more).not.toHaveProperty('totals')
    expect(more.columns[0]).toMatchObject({ filled: 60_002, repeats: 0 })
  })

  it('is the same in UTF-16, and with a delimiter of more than a byte', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => [`Köln ${at}`, `"a ""b"", ${at}"`, `${at}.5`, ''])
    const all = [['Stadt', 'note', 'price', ''], ...rows, [' \u00a0 padded ', "'=1 ", '7', '"x\ny"']]
    const textWith = (delimiter: string) => all.map((cells) => cells.join(delimiter)).join('\n')
    const expected = await profile('plain.csv', textWith(','))
    const [wide, section] = [join(folder, 'wide.csv'), join(folder, 'section.csv')]
    await writeFile(wide, Buffer.from(`\ufeff${textWith(',')}`, 'utf16le'))
    await writeFile(section, textWith('§'))
    for (const [path, overrides] of [
      [wide, {}],
      [section, { delimiter: '§' }],
    ] as const) {
      const { settings, columns } = await detectTable(path, 'data.csv', overrides)
      expect(await profileTable(path, settings, columns.length)).toEqual(expected)
    }
    expect(expected.columns.map(({ type }) => type)).toEqual(['string', 'string', 'number', 'longText'])
  })

  it('takes a few strangers among numbers for strangers, and words for none as blank', () => {
    const cells = Array.from({ length: 200 }, (_, at) => (at % 4 === 0 ? 'N/A' : String(at)))
    expect(guessColumn([...cells, 'many'])).toMatchObject({ type: 'number', misfits: { count: 51 } })
    expect(guessColumn(['1', '2', 'many', '4', '5', '6'])).toMatchObject({
      type: 'string',
      misfits: { count: 0 },
    })
    expect(guessColumn(['n/a', 'n/a', '-'])).not.toMatchObject({ type: 'number' })
  })

  it('says of every column what its values are, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 60 }), (cells) => {
        const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
        const found = guessColumn(cells)
        const different = new Set(filled).size
        expect(found.filled + found.blank).toBe(cells.length)
        expect(found.filled).toBe(filled.length)
        expect(found.repeats).toBe(filled.length - different)
      }),
    )
  })
})

function count(counter: DistinctCounter, text: string): void {
  hashCells(runOf([text]))
  counter.take(1)
}

describe('counting different values', () => {
  it('is exact for ids, and never says that there are repetitions where there are none', () => {
    const counter = createDistinctCounter({ left: 1 << 10 })
    for (let at = 0; at < 50_000; at += 1) count(counter, `ACC-${at}`)
    expect(counter.count()).toEqual({ distinct: 50_000, repeats: 0, isExact: false })
  })

  it('estimates well in little memory', () => {
    const counter = createDistinctCounter({ left: 1 << 12 })
    for (let at = 0; at < 100_000; at += 1) count(counter, `ACC-${at % 80_000}`)
    const { distinct } = counter.count()
    expect(Math.abs(distinct - 80_000) / 80_000).toBeLessThan(0.1)
  })
})
