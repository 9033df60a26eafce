import { truncate } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCells, allRows, refusal, temporaryFolder } from './file.fixture.ts'
import { detectTable, type TableSettings } from './index.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => (folder = await temporaryFolder()))
afterAll(() => folder.remove())

async function detect(content: string | Uint8Array, overrides?: Partial<TableSettings>, name = 'data.csv') {
  const file = await folder.file(content)
  return { file, ...(await detectTable(file, name, overrides)) }
}

describe('encodings', () => {
  const text = 'name,city\nJürgen,Köln\nZoë,Málaga\n'

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    'finds %s with and without its mark',
    async (encoding) => {
      for (const addBOM of [true, false]) {
        const { settings, bom, sample, columns } = await detect(iconv.encode(text, encoding, { addBOM }))
        expect([settings.encoding, bom]).toEqual([encoding, addBOM ? encoding : null])
        expect([columns[0], sample[1]?.[1]]).toEqual(['name', 'Málaga'])
      }
    },
  )

  it.each(['windows-1250', 'windows-1251', 'iso-8859-15', 'euc-jp', 'gb18030', 'macintosh'] as const)(
    'reads %s when chosen',
    async (encoding) => {
      const words = { 'windows-1251': 'Москва', 'euc-jp': '東京都', gb18030: '北京市' } as Record<
        string,
        string
      >
      const city = words[encoding] ?? 'Köln'
      const file = await folder.file(iconv.encode(`name,city\nx,${city}\n`.repeat(400), encoding))
      const { settings } = await detectTable(file, 'a.csv', { encoding })
      const rows = await allRows(file, settings, { chunkBytes: 7 })
      expect(rows.filter(({ cells }) => cells[1] === city)).toHaveLength(400)
    },
  )

  it('takes bytes that are not UTF-8 for windows-1252, however late they come', async () => {
    const late = Buffer.concat([
      Buffer.from('name\n' + 'plain\n'.repeat(400_000)),
      Buffer.from('Zo\xeb \x80\n', 'latin1'),
    ])
    const { settings, file } = await detect(late)
    expect(settings.encoding).toBe('windows-1252')
    expect((await allRows(file, settings)).at(-1)?.cells).toEqual(['Zoë €'])
    const { settings: chosen } = await detectTable(file, 'a.csv', { encoding: 'utf-8' })
    expect(await refusal(allRows(file, chosen))).toMatchObject({ code: 'bad_encoding', line: 400_002 })
  })
})

describe('header and layout', () => {
  it('takes the names of the columns from below a title, an empty line and names of groups', async () => {
    const above = 'Customers in October;;;;\n;;;;\nMaster data;;;Contract;\n'
    const table = 'No.;Company;City;Since;Revenue\n00001;Nord AG;Köln;04.06.2024;65.458,88 €\n'
    const { settings, columns } = await detect(above + table + table.split('\n')[1])
    expect(settings).toMatchObject({ skipLines: 3, header: true })
    expect(columns).toEqual(['No.', 'Company', 'City', 'Since', 'Revenue'])
  })

  it.each([
    ['a,b\n1,2\n', true],
    ['1,2\n3,4\n', false],
    ['Account,2024,2025\nAcme,5,6\nBeta,7,8\n', true],
    ['Acme,2024,2025\nBeta,2023,2024\n', false],
    ['ann@example.com,Ann\nben@example.com,Ben\n', false],
    ['Name,Active\nAnn,true\n', true],
    ['Id,Signed\nx,2025-01-02\n', true],
    ['x,2025-01-01\ny,2025-01-02\n', false],
  ])('%j has a header: %s', async (text, header) => {
    expect((await detect(text)).settings.header).toBe(header)
  })

  it('makes names unique and fills in empty ones', async () => {
    const { columns, rawHeader } = await detect(' Name ,,name,Column 2,name\n1,2,3,4,5\n')
    expect(columns).toEqual(['Name', 'Column 2', 'name (2)', 'Column 2 (2)', 'name (3)'])
    expect(rawHeader[0]).toBe(' Name ')
  })

  it('finds the table below remarks, and leaves the remarks out', async () => {
    const { settings, sample, notes } = await detect(
      'Accounts of March\n\nExported by;;\nName;City;Age\nAnn;Rome;3\nBo;Oslo;4\n',
    )
    expect(settings).toMatchObject({ delimiter: ';', skipLines: 3, header: true })
    expect(sample).toEqual([
      ['Ann', 'Rome', '3'],
      ['Bo', 'Oslo', '4'],
    ])
    expect(notes).toContain('The table starts on line 4; lines above it are skipped.')
  })

  it('keeps rows that start with # if they fit the table', async () => {
    const { settings, sample } = await detect('name,city\n#1 Autos,Rome\nAcme,Oslo\n')
    expect(settings.comment).toBeUndefined()
    expect(sample[0]).toEqual(['#1 Autos', 'Rome'])
  })

  it('reads no remark into a name with # that is damaged', async () => {
    const { settings } = await detect('name,city,note\n#1 Realty\nAcme,Oslo,x\n#2 Realty,Rome,y\n')
    expect(settings.comment).toBeUndefined()
  })

  it.each([
    ['sep=,\r\nName,About\r\nA,x\r\n', ','],
    ['"sep=;"\nName;About\nA,b;x\n', ';'],
  ])('takes the delimiter from the first line of %j', async (text, delimiter) => {
    const { settings, columns, notes } = await detect(text)
    expect([settings.delimiter, settings.skipLines, columns]).toEqual([delimiter, 1, ['Name', 'About']])
    expect(notes.join(' ')).toContain('declared in the first line')
  })

  it('reads texts that begin with letters by which other files are known', async () => {
    const { columns } = await detect('MZ-Nr;Name\n1;A\n')
    expect(columns).toEqual(['MZ-Nr', 'Name'])
  })

  it.each([',', ';', '\t', '|', '^', '~'])('finds the delimiter %j', async (delimiter) => {
    const text =
      ['name', 'amount', 'note'].join(delimiter) + '\n' + ['x', '"1,5;2|3"', 'a: b'].join(delimiter) + '\n'
    const { settings, sample } = await detect(text)
    expect([settings.delimiter, sample[0]?.[1]]).toEqual([delimiter, '1,5;2|3'])
  })

  it('finds apostrophes as quotes, a decimal comma, and one column', async () => {
    expect((await detect("id;name\n'1';'Ann; Bo'\n'2';'Cy'\n'3';'Di'\n")).sample[0]).toEqual(['1', 'Ann; Bo'])
    expect((await detect('name;amount\nx;1.234,50\ny;7,5\n')).settings.decimal).toBe(',')
    expect((await detect('name;amount\nx;1.234,50 EUR\n')).settings.decimal).toBe(',')
    expect((await detect('name,amount\nx,"1,5"\ny,"7,25"\n')).settings.decimal).toBe(',')
    expect((await detect('name,digits\nx,2\ny,"2,2"\n')).settings.decimal).toBe('.')
    expect((await detect('name\nAnn\nBo\n')).columns).toEqual(['name'])
  })

  it('takes what is chosen', async () => {
    const overrides = { delimiter: ';', header: false, skipLines: 1, quote: '' }
    const { settings, sample, columns } = await detect('x\n"a;b"\n"c;d"\n', overrides)
    expect(settings).toMatchObject(overrides)
    expect([columns, sample]).toEqual([
      ['Column 1', 'Column 2'],
      [
        ['"a', 'b"'],
        ['"c', 'd"'],
      ],
    ])
  })

  it('estimates the rows of a large file', async () => {
    const { estimatedRows, file, settings } = await detect('id,name\n' + 'abc123,Some Name\n'.repeat(200_000))
    expect(Math.abs(estimatedRows - 200_000)).toBeLessThan(2000)
    expect((await allRows(file, settings, { batchRows: 333 })).at(-1)).toMatchObject({
      index: 199_999,
      line: 200_001,
    })
  })
})

describe('records', () => {
  it('gives the physical line, whatever ends the lines', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '', '"x', 'y",1', '2,"""q"""', '3'].join(end) + end
      const { file, settings } = await detect(text)
      for (const chunkBytes of [1, 2, 3, 1000]) {
        const rows = await allRows(file, settings, { chunkBytes })
        expect(rows.map(({ line }) => line)).toEqual([3, 5, 6])
        expect(rows[0]?.cells).toEqual([`x${end}y`, '1'])
        expect(rows[1]?.cells[1]).toBe('"q"')
        expect(rows[2]?.problem).toBe('Line 6 has 1 cell, the header has 2.')
      }
    }
  })

  it('keeps formulas, NUL and quotes inside a cell as text', async () => {
    const cells = await allCells(await folder.file('a,b\n=cmd|calc,5" pipe\n\0,@x\n'))
    expect(cells).toEqual([
      ['=cmd|calc', '5" pipe'],
      ['\0', '@x'],
    ])
  })

  it('does not report empty cells beyond the header', async () => {
    const { file, settings } = await detect('a,b\n1,2,,\n3,4,5\n')
    const problems = (await allRows(file, settings)).map(({ problem }) => problem)
    expect(problems).toEqual([undefined, 'Line 3 has 3 cells, the header has 2.'])
  })

  it('reports text after a closing quote at its row and reads on', async () => {
    const { file, settings } = await detect('a,b\n' + '1,2\n'.repeat(60) + '"x "y" z",2\n3,4\n')
    const rows = await allRows(file, settings)
    expect(rows[60]?.problem).toBe('Line 62: text follows the closing quote (") of cell 1.')
    expect(rows[61]).toEqual({ line: 63, index: 61, cells: ['3', '4'] })
  })
})

describe('files that are refused', () => {
  it.each([
    ['an empty file', '', 'empty', 'The file is empty'],
    ['a header alone', 'name,city\n', 'no_rows', 'header but no rows'],
    ['a PDF', '%PDF-1.7\n', 'not_a_table', 'a PDF document'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'not_a_table', 'a PNG picture'],
    ['a program', Buffer.from('MZ\x90\0\x03'), 'not_a_table', 'a Windows program'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'unsupported', 'save it as .xlsx'],
    ['a web page', '<html><table><tr><td>1', 'not_a_table', 'web page'],
    [
      'binary data',
      Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7) % 256)),
      'not_a_table',
      'binary',
    ],
    ['an unclosed quote', 'a,b\n1,2\n3,"4\n5,6\n', 'bad_quotes', 'Line 3: a quote (") opens in cell 2'],
  ])('%s', async (_, content, code, words) => {
    const error = await refusal(detect(content))
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
  })

  it('text that is named .xlsx', async () => {
    const error = await refusal(detect('a,b\n1,2\n', {}, 'Data.XLSX'))
    expect(error.message).toContain('not an Excel workbook')
  })

  it('too many cells', async () => {
    const error = await refusal(detect(`a,b\n1,2\n${',x'.repeat(6000)}\n`))
    expect(error).toMatchObject({ code: 'too_wide', line: 3 })
  })

  // The files have a hole of 2 GB at their end, which reads as NUL characters.
  it.each([
    ['one endless line', `a,b\n${'1,2\n'.repeat(2000)}`, 2002],
    ['an endless quoted cell', `a,b\n${'1,2\n'.repeat(2000)}3,"x`, 2002],
    ['an endless first line', 'x'.repeat(8000), 1],
  ])('%s, without holding it in memory', async (_, start, line) => {
    const file = await folder.file(start)
    await truncate(file, 2 ** 31)
    const before = process.memoryUsage().rss
    const error = await refusal(allCells(file))
    expect(error).toMatchObject({ code: 'too_long', line })
    expect(error.message).toContain(`Line ${line}: the record is longer than 16 MB`)
    expect(error.message.includes('is not closed')).toBe(start.includes('"'))
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })
})
