import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from './file.fixture.ts'
import { detectTable, profileTable, readTable, type TableSettings } from './index.ts'
import { labelOfTotals } from './totals.line.ts'
import { textRow, workbook } from './workbook.fixture.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => (folder = await temporaryFolder()))
afterAll(() => folder.remove())

const table = [
  ['Id', 'Name', 'Seats'],
  ['007', 'Ann', '3'],
  ['008', 'Ben', '4'],
  ['Total général :', '', '7'],
]
const files = {
  'totals.csv': table.map((cells) => cells.join(';')).join('\n'),
  'totals.xlsx': workbook({ sheets: { Data: table.map((cells, at) => textRow(at + 1, cells)).join('') } }),
}

async function sizesOf(path: string, settings: TableSettings, batchRows: number): Promise<number[]> {
  const sizes: number[] = []
  for await (const { rows } of readTable(path, settings, { batchRows })) sizes.push(rows.length)
  return sizes
}

describe.each(Object.entries(files))('the totals at the end of %s', (name, content) => {
  it('are no row, however many rows are in a batch', async () => {
    const path = await folder.file(Buffer.from(content as string), name)
    const { settings, columns } = await detectTable(path, name)
    expect(await sizesOf(path, settings, 1)).toEqual([1, 1])
    expect(await sizesOf(path, settings, 2)).toEqual([2])
    expect(await sizesOf(path, settings, 3)).toEqual([2])
    expect(await profileTable(path, settings, columns.length)).toMatchObject({
      rows: 2,
      totals: { line: 4, label: 'Total général :' },
    })
  })

  it('are a row where the settings say so', async () => {
    const path = await folder.file(Buffer.from(content as string), name)
    const { settings, columns } = await detectTable(path, name, { keepTotals: true })
    expect(await sizesOf(path, settings, 2)).toEqual([2, 1])
    expect(await profileTable(path, settings, columns.length)).toMatchObject({ rows: 3 })
  })
})

describe('a line of totals', () => {
  it.each([
    [['Summe', '', '1.003,50 €'], 'Summe'],
    [['', ' Grand total: ', '12 %'], 'Grand total:'],
    [['Gesamt', '45', '-3'], 'Gesamt'],
    [['Total', 'FR', '7'], undefined],
    [['9', 'Total', '7'], undefined],
    [['Total', '007'], undefined],
    [['Totalenergies', '', '7'], undefined],
    [['Total'], undefined],
    [['', ''], undefined],
  ])('is %j: %s', (cells, label) => {
    expect(labelOfTotals(cells)).toBe(label)
  })
})
