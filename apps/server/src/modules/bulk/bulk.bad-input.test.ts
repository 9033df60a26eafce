import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { textRow, workbook } from '../../platform/tabular/workbook.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, none, preview } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  for (const [displayName, dataType] of [
    ['Seats', 'number'],
    ['Signed', 'date'],
  ]) {
    await admin.post('core/fields', { displayName, dataType, columnLevel: 2 })
  }
})
afterAll(() => app.stop())

interface Guess {
  name: string
  dataType: string
  misfits: { count: number; samples: string[] }
}

async function detect(content: string | Buffer, fileName = 'bad.csv', settings?: object) {
  const uploadId = await upload(app, admin, fileName, content)
  const body = { level: 'account', settings }
  const answer = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, body)
  return { uploadId, status: answer.status, ...answer.body }
}

/** Why the rows and cells of a file are not taken, with their rows in the file. */
async function told(content: string, targets: (string | null)[], config: object = {}) {
  const uploadId = await upload(app, admin, 'bad.csv', content)
  const job = await preview(admin, {
    level: 'account',
    config: { uploadId, columns: columns(...targets), key: [], ...config },
  })
  const { body } = await admin.get(`core/entity/bulk/${job.jobId}/rows?outcome=refused`)
  const refused = body.data.map(({ line, problems }: { line: number; problems: { message: string }[] }) => [
    line,
    problems.map(({ message }) => message).join(' '),
  ])
  return { counts: job.counts, causes: job.causes, refused }
}

const rows = (count: number, row: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => row(at + 1))

const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

/** Days in one order, and the last one in another. */
const datesOf = (count: number) =>
  ['Name,Signed', ...rows(count, (at) => `Account ${at},01/${(at % 9) + 20}/2026`), 'Other,25/01/2026'].join(
    '\n',
  )

describe('bad input is read as expected, or refused with the line and the reason', () => {
  it('a type that changes in the last row', async () => {
    const file = ['Name,Seats', ...rows(600, (at) => `Account ${at},${at}`), 'Last,many'].join('\n')
    const { data } = await detect(file)
    expect((data.columns as Guess[])[1]).toMatchObject({
      dataType: 'number',
      misfits: { count: 1, samples: ['many'] },
    })
    const leftOut = await told(file, ['name', 'seats'], { unreadableCells: 'leaveOut' })
    expect(leftOut.counts).toEqual({ ...none, create: 601 })
    expect(leftOut.causes).toMatchObject([{ field: 'seats', values: [{ text: 'many', count: 1 }] }])
    const { counts, refused } = await told(file, ['name', 'seats'])
    expect(counts).toEqual({ ...none, create: 600, refused: 1 })
    expect(refused).toEqual([[602, 'Seats: "many" is not a number written like 1,234.56.']])
  })

  it('10,000 columns', async () => {
    const wide = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')
    const { status, fields } = await detect(`${wide}\n${wide}\n`)
    expect([status, fields.file]).toEqual([
      400,
      'Line 1 has more than 5,000 cells. Split the table, or choose another delimiter.',
    ])
  })

  it('400 empty header names', async () => {
    const blank = ',City'.padEnd(405, ',')
    const values = Array.from({ length: 402 }, (_, at) => `v${at}`).join(',')
    const { data } = await detect(`Name${blank}\n${values}\n${values}\n`)
    expect(data.columns).toHaveLength(402)
    expect(data.columns[400].name).toBe('Column 401')
    expect(data.notes).toContain(
      'Line 1: 400 columns have no name, so they are called by their numbers. If the names are on another line, choose the lines to skip at the top.',
    )
    const nothing = ','.repeat(401)
    const empty = await detect(`Name,City${nothing}\nAcme,Oslo${nothing}\nBeta,Bonn${nothing}\n`)
    expect(empty.data.notes.join(' ')).not.toContain('no name')
  })

  it('a header line that is repeated in the middle', async () => {
    const file = ['Name,Seats', ...rows(5, (at) => `Account ${at},${at}`), 'Name,Seats', 'Last,7'].join('\n')
    const { data } = await detect(file)
    expect(data.notes).toContain('Line 7 repeats the header, and is skipped.')
    expect((data.columns as Guess[])[1]).toMatchObject({ dataType: 'number', misfits: { count: 0 } })
    const { counts, refused } = await told(file, ['name', 'seats'])
    expect([counts, refused]).toEqual([
      { ...none, create: 6, refused: 1 },
      [[7, 'Line 7 repeats the header.']],
    ])
  })

  it('two header lines', async () => {
    const file = [
      'Customer,Place,Contract,Since',
      'Name,City,Seats,Signed',
      ...rows(5, (at) => `Account ${at},Berlin,${at},2026-01-0${at}`),
    ].join('\n')
    const { data } = await detect(file)
    expect(data.notes).toContain(
      'Line 2 looks like a second header, and is read as a row. To name the columns by it, skip the line above it.',
    )
    const skipped = await detect(file, 'bad.csv', { skipLines: 1 })
    expect(skipped.data.columns.map(({ name, dataType }: Guess) => [name, dataType])).toEqual([
      ['Name', expect.any(String)],
      ['City', expect.any(String)],
      ['Seats', 'number'],
      ['Signed', 'date'],
    ])
    expect(skipped.data.notes.join(' ')).not.toContain('second header')
  })

  it('dates in several orders', async () => {
    const few = await detect(datesOf(200))
    expect((few.data.columns as Guess[])[1]).toMatchObject({
      dataType: 'date',
      misfits: { count: 1, samples: ['25/01/2026'] },
    })
    const { data } = await detect(datesOf(20))
    expect(data.notes).toContain(
      'Signed: its dates are written in several ways: "01/21/2026" as MM/DD/YYYY, "25/01/2026" as DD/MM/YYYY. Choose one when you map it; the check lists the others with their lines.',
    )
    const uploaded = [
      { column: 0, target: 'name' },
      { column: 1, target: 'signed', dateFormat: 'MM/DD/YYYY' },
    ]
    const { counts, refused } = await told(datesOf(20), [], { columns: uploaded })
    expect(counts).toEqual({ ...none, create: 20, refused: 1 })
    expect(refused).toEqual([[22, 'Signed: "25/01/2026" is not a day written MM/DD/YYYY.']])
  })

  it('a formula in a header', async () => {
    const text = await detect('Name,"=HYPERLINK(""https://example.com"",""Seats"")"\nAcme,1\nBeta,2\n')
    expect(text.data.columns[1]).toMatchObject({ name: '=HYPERLINK("https://example.com","Seats")' })
    const sheet = [
      `<row r="1">${cell('Name')}${cell('City')}<c><f>A9</f></c></row>`,
      textRow(2, ['Acme', 'Oslo', 'x']),
      textRow(3, ['Beta', 'Bonn', 'y']),
    ].join('')
    const { data } = await detect(workbook({ sheets: { S: sheet } }), 'bad.xlsx')
    expect(data.columns[2].name).toBe('Column 3')
    expect(data.notes).toContain(
      'Row 1: the file does not contain the value of the formula that names column 3. Open it in Excel, save it, and upload it again.',
    )
  })
})
