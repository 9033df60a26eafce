import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detectTable, readTable } from '../tabular/index.ts'
import { openXlsx, type WrittenCell } from './xlsx.writing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function throughFile(rows: WrittenCell[][]): Promise<string[][]> {
  const path = join(folder, 'book.xlsx')
  const writer = openXlsx(
    path,
    'Accounts & more',
    (rows[0] ?? []).map((_, at) => `Column ${at}`),
  )
  for (const row of rows) await writer.write([row])
  await writer.end()
  const { settings } = await detectTable(path, 'book.xlsx', { header: true })
  const read: string[][] = []
  for await (const batch of readTable(path, settings)) read.push(...batch.rows.map((row) => row.cells))
  return read
}

describe('a workbook that was written', () => {
  it('reads back cell by cell', async () => {
    const rows = await throughFile([
      ['=1+1', 12.5, true, { day: '2026-02-28' }, 'last'],
      ['a\r\nb & <c> "d"', -0.1 + -0.2, false, { day: '0001-01-01' }, 'last'],
      ['_x000D_ \u0001', 999_999_999_999_999.9, true, { day: '1900-03-01' }, 'last'],
      ['😀 ä', 1e-7, false, { day: '9999-12-31' }, 'last'],
    ])
    expect(rows).toEqual([
      ['=1+1', '12.5', 'TRUE', '2026-02-28', 'last'],
      ['a\r\nb & <c> "d"', '-0.30000000000000004', 'FALSE', '0001-01-01', 'last'],
      ['_x000D_ \u0001', '999999999999999.9', 'TRUE', '1900-03-01', 'last'],
      ['😀 ä', '0.0000001', 'FALSE', '9999-12-31', 'last'],
    ])
  })

  it('keeps any text and any number', async () => {
    const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed() && !one.includes('\0'))
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    const row = fc.record({ text, number })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const read = await throughFile(rows.map((one) => [one.text, one.number, 'last']))
        expect(read.map((cells) => ({ text: cells[0], number: Number(cells[1]) }))).toEqual(
          rows.map((one) => ({ text: one.text, number: one.number === 0 ? 0 : one.number })),
        )
      }),
      { numRuns: 40 },
    )
  })
})
