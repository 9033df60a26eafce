import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCells, allRows, refusal, temporaryFolder, zip } from '../file.fixture.ts'
import { detectTable } from '../index.ts'
import { textRow, workbook, workbookParts } from '../workbook.fixture.ts'
import { createSharedStrings } from './xlsx.strings.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => (folder = await temporaryFolder()))
afterAll(() => folder.remove())

const people = textRow(1, ['Name', 'Age']) + textRow(2, ['Ann', '31']) + textRow(3, ['Ben', '27'])

describe('cells of a workbook', () => {
  it('reads every kind of cell', async () => {
    const strings =
      '<si><t>Kind</t></si><si><r><t>Rich </t></r><r><t xml:space="preserve">text</t></r><rPh><t>x</t></rPh></si>'
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Value</t></is></c></row>',
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.30000000000000004</v></c></row>',
      '<row r="3"><c r="B3" t="b"><v>1</v></c></row>',
      '<row r="4"><c r="A4" t="e"><v>#N/A</v></c><c r="B4" t="str"><f>A1&amp;B1</f><v>a_x000D_b</v></c></row>',
      '<row r="6"><c><v>1E+21</v></c><c t="d"><v>2025-03-04T00:00:00</v></c></row>',
    ]
    const file = await folder.file(workbook({ sheets: { Data: rows.join('') }, strings }), 'kinds.xlsx')
    const { settings, columns } = await detectTable(file, 'kinds.xlsx')
    expect(columns).toEqual(['Kind', 'Value'])
    expect((await allRows(file, settings)).map(({ line, index, cells }) => [line, index, ...cells])).toEqual([
      [2, 0, 'Rich text', '0.3'],
      [3, 1, '', 'TRUE'],
      [4, 2, '', 'a\rb'],
      [6, 3, '1000000000000000000000', '2025-03-04'],
    ])
  })

  it.each([
    [
      false,
      ['2025-03-04', '2025-03-04T18:00:00', '06:00:00', '36:00:00', '45720.75', '1900-01-01', '1900-03-01'],
    ],
    [
      true,
      ['2029-03-05', '2029-03-05T18:00:00', '06:00:00', '36:00:00', '45720.75', '1904-01-02', '1904-03-02'],
    ],
  ])('reads dates by their format (1904 system: %s)', async (from1904, expected) => {
    const formats = ['dd/mm/yyyy', '[$-409]m/d/yy h:mm AM/PM;@', 'h:mm', '[h]:mm:ss', '0.00&quot; days&quot;']
    const cells: [number, number][] = [
      [1, 45720],
      [2, 45720.75],
      [3, 0.25],
      [4, 1.5],
      [5, 45720.75],
      [6, 1],
      [6, 61],
    ]
    const header = textRow(
      1,
      cells.map((_, at) => `C${at}`),
    )
    const row = `<row r="2">${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`
    const file = await folder.file(workbook({ sheets: { S: header + row }, formats, from1904 }), 'dates.xlsx')
    expect(await allCells(file)).toEqual([expected])
  })

  it('reads percentages as percentages, and keeps the zeros before a number', async () => {
    const formats = ['0%', '0.00%', '00000', '0.0']
    const cells: [number, number][] = [
      [1, 0.25],
      [2, 1],
      [3, 123],
      [3, -7],
      [4, 0.07],
    ]
    const row = `<row r="2">${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`
    const sheet = textRow(1, ['A', 'B', 'C', 'D', 'E']) + row
    const file = await folder.file(workbook({ sheets: { S: sheet }, formats }), 'percent.xlsx')
    expect(await allCells(file)).toEqual([['25%', '100%', '00123', '-7', '0.07']])
  })

  it('reads texts in CDATA, and says which formula has no value', async () => {
    const rows = [
      textRow(1, ['Name', 'About']),
      '<row r="2"><c t="inlineStr"><is><t><![CDATA[R&D]]></t></is></c><c t="str"><f>A2</f><v></v></c></row>',
      '<row r="3"><c t="inlineStr"><is><t>Kept</t></is></c><c t="str"><f>A3&amp;"x"</f></c></row>',
    ]
    const file = await folder.file(workbook({ sheets: { S: rows.join('') } }), 'formulas.xlsx')
    const { settings } = await detectTable(file, 'formulas.xlsx')
    const message =
      'Row 3: the file does not contain the value of the formula in "About". Open it in Excel, save it, and upload it again.'
    expect(await allRows(file, settings)).toEqual([
      { line: 2, index: 0, cells: ['R&D', ''] },
      { line: 3, index: 1, cells: ['Kept', ''], unread: [{ column: 1, message }] },
    ])
  })

  it('puts sparse cells into their columns and names rows that are too wide', async () => {
    const rows = `${textRow(1, ['A', 'B', 'C'])}<row r="3"><c r="C3"><v>7</v></c></row><row r="9"><c r="E9"><v>8</v></c></row>`
    const file = await folder.file(workbook({ sheets: { S: rows } }), 'sparse.xlsx')
    const { settings } = await detectTable(file, 'sparse.xlsx')
    expect(await allRows(file, settings)).toEqual([
      { line: 3, index: 0, cells: ['', '', '7'] },
      { line: 9, index: 1, cells: ['', '', '', '', '8'], problem: 'Row 9 has 5 cells, the header has 3.' },
    ])
  })

  it('keeps many shared strings in a file', () => {
    const strings = createSharedStrings({ count: 10, length: 1000 })
    for (let at = 0; at < 2000; at += 1) strings.add(`text "${at}" é`)
    for (const at of [0, 9, 10, 265, 266, 1234, 1999]) expect(strings.at(at)).toBe(`text "${at}" é`)
    expect(strings.at(2000)).toBe('')
    strings.close()
  })
})

describe('sheets', () => {
  it('takes the first visible sheet, or the one that is named, and finds its header', async () => {
    const report =
      textRow(1, ['Report of March']) + textRow(4, ['Name', 'City', 'Age']) + textRow(5, ['Ann', 'Rome', '3'])
    const more = textRow(6, ['Bo', 'Oslo', '4'])
    const sheets = { Lists: people, People: people, Report: report + more }
    const file = await folder.file(workbook({ sheets, hidden: ['Lists'] }), 'book.xlsx')
    const first = await detectTable(file, 'book.xlsx')
    expect(first).toMatchObject({
      settings: { format: 'xlsx', sheet: 'People' },
      columns: ['Name', 'Age'],
      estimatedRows: 2,
    })
    expect(first.sheets).toEqual([{ name: 'Lists' }, { name: 'People' }, { name: 'Report' }])
    const named = await detectTable(file, 'book.xlsx', { sheet: 'Report' })
    expect(named).toMatchObject({
      settings: { skipLines: 3, header: true },
      columns: ['Name', 'City', 'Age'],
    })
    const missing = await refusal(detectTable(file, 'book.xlsx', { sheet: 'Nope' }))
    expect(missing.message).toContain('no sheet "Nope". It has "Lists", "People", "Report"')
  })

  it('refuses a sheet without rows', async () => {
    const file = await folder.file(
      workbook({ sheets: { S: textRow(1, ['Name', 'Age']), T: '' } }),
      'empty.xlsx',
    )
    expect(await refusal(detectTable(file, 'a.xlsx'))).toMatchObject({ code: 'no_rows' })
    expect((await refusal(detectTable(file, 'a.xlsx', { sheet: 'T' }))).message).toContain(
      'The sheet "T" is empty',
    )
  })
})

describe('dangerous and wrong archives', () => {
  it('refuses a bomb by what it inflates to, whatever its headers claim', async () => {
    const row = textRow(1, ['x'.repeat(50)]).repeat(500_000)
    for (const sheetSize of [undefined, 1000]) {
      const file = await folder.file(workbook({ sheets: { S: people + row }, sheetSize }), 'bomb.xlsx')
      const work = sheetSize === undefined ? allCells(file) : detectTable(file, 'bomb.xlsx')
      expect((await refusal(work)).code).toBe(sheetSize === undefined ? 'bomb' : 'not_a_table')
    }
    const strings = await folder.file(
      workbook({ sheets: { S: people }, strings: '<si><t>a</t></si>'.repeat(3_000_000) }),
    )
    expect(await refusal(detectTable(strings, 'strings.xlsx'))).toMatchObject({ code: 'bomb' })
  })

  it('refuses one endless text before it is held in memory', async () => {
    const text = `<row r="9"><c t="inlineStr"><is><t>${'x'.repeat(20 * 1024 * 1024)}</t></is></c></row>`
    const file = await folder.file(workbook({ sheets: { S: people + text } }), 'long.xlsx')
    expect(await refusal(allCells(file))).toMatchObject({ code: 'too_long' })
  })

  it('refuses entity declarations', async () => {
    const prolog = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    const file = await folder.file(workbook({ sheets: { S: people }, prolog }), 'entities.xlsx')
    expect(await refusal(detectTable(file, 'entities.xlsx'))).toMatchObject({ code: 'unsupported' })
  })

  it.each([
    ['a ZIP', zip([{ name: 'a.txt', content: 'hello' }]), 'unsupported', 'a ZIP archive'],
    [
      'a Word file',
      zip([
        { name: '_rels/.rels', content: wordLink() },
        { name: 'word/document.xml', content: '<a/>' },
      ]),
      'unsupported',
      'another kind of document',
    ],
    ['a binary workbook', zip([{ name: 'xl/workbook.bin', content: 'x' }]), 'unsupported', '.xlsb'],
    ['a cut workbook', workbook({ sheets: { S: people } }).subarray(0, 900), 'not_a_table', 'damaged'],
    ['broken XML', zip(workbookParts({ sheets: { S: '<row></c>' } })), 'not_a_table', 'damaged'],
  ])('refuses %s', async (_, content, code, words) => {
    const file = folder.path('wrong.xlsx')
    await writeFile(file, content)
    const error = await refusal(detectTable(file, 'wrong.xlsx'))
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
  })
})

function wordLink(): string {
  return '<Relationships><Relationship Id="r" Type="a/officeDocument" Target="word/document.xml"/></Relationships>'
}
