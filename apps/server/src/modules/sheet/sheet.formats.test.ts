import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { ended } from '../bulk/bulk.fixture.ts'
import { upload } from './sheet.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

/** The formats of the columns of a file, by their names, and what is left open. */
async function detect(file: string, settings?: object) {
  const uploadId = await upload(app, admin, 'formats.csv', file)
  const { body } = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, {
    level: 'account',
    settings,
  })
  const columns = body.data.columns as {
    name: string
    dateFormat: string | null
    numberFormat: string | null
  }[]
  const formats = Object.fromEntries(columns.map((one) => [one.name, one.dateFormat ?? one.numberFormat]))
  const notes = body.data.notes as string[]
  return { formats, notes, open: notes.filter((note) => note.includes('Choose when you map it')) }
}

describe('a column that can be read in several ways', () => {
  it('has the numbers of the other columns', async () => {
    const { formats, open } = await detect(
      'Id;Name;Umsatz;Preis\nx1;A;1.234;12,50\nx2;B;25.000;7,25\nx3;C;3.500;1.100,75\n',
    )
    expect(formats).toMatchObject({ Umsatz: '1.234,56', Preis: '1.234,56' })
    expect(open).toEqual([])
  })

  it('has the numbers of the other columns where it has whole numbers', async () => {
    const { formats } = await detect('Id;Name;Seats;Price\nx1;A;12;1.234,50 EUR\nx2;B;9;7,25 EUR\n')
    expect(formats).toMatchObject({ Seats: '1.234,56', Price: '1.234,56' })
  })

  it('has the numbers of the file where a word among them makes it text', async () => {
    const { formats } = await detect('Id;Name;Umsatz;Preis\nx1;A;folgt;12,50\nx2;B;2.500,10;7,25\n')
    expect(formats).toMatchObject({ Umsatz: '1.234,56' })
    expect((await detect('Id,Name,Sales\nx1,A,soon\nx2,B,2.5\n')).formats).toMatchObject({ Sales: null })
  })

  it('has the dates of the other columns', async () => {
    const { formats, open } = await detect(
      'Id,Name,Renewal,Signed\n1,A,01/01/2024,01/25/2024\n2,B,02/01/2024,02/14/2024\n3,C,03/01/2024,12/31/2023\n',
    )
    expect(formats).toMatchObject({ Renewal: 'MM/DD/YYYY', Signed: 'MM/DD/YYYY' })
    expect(open).toEqual([])
  })

  it('is named where nothing in the file decides', async () => {
    const { open } = await detect('Id;Name;Umsatz;Renewal\nx1;A;1.234;01/02/2024\nx2;B;25.000;03/04/2024\n')
    expect(open).toEqual([
      'Umsatz: "1.234" is read as 1.234, and could be 1234 as well. Choose when you map it.',
      'Renewal: its dates are read as DD/MM/YYYY, and could be MM/DD/YYYY as well. Choose when you map it.',
    ])
  })
})

describe('days as spreadsheets count them', () => {
  it('are dates where the header says so, and are read as days', async () => {
    const { formats, notes } = await detect(
      'Id,Name,Renewal date,Spend\n1,A,45000,45000\n2,B,45366.75,45366\n3,C,45731,45731\n',
    )
    expect(formats).toMatchObject({ 'Renewal date': 'serial', Spend: '1,234.56' })
    expect(notes).toContain('Renewal date: the time of "45366.75" is left out; dates are days.')
  })
})

describe('rows that are shorter than the header', () => {
  const file = 'Id,Name,City,Country\n1,A,Rome,Italy\n2,B,Oslo\n3,C\n'

  it('are counted, and point to the setting that fills them up', async () => {
    const { notes } = await detect(file)
    expect(notes).toContain(
      '2 rows, the first on line 3, have fewer cells than the header. If only empty cells are missing at the end, choose to fill short rows.',
    )
    expect((await detect(file, { fillShort: true })).notes.join()).not.toContain('fewer cells')
  })

  it('are imported with empty cells where the setting says so', async () => {
    const uploadId = await upload(app, admin, 'short.csv', file)
    const settings = {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      header: true,
      skipLines: 0,
    }
    const columns = ['system:externalId', 'name', 'about'].map((target, column) => ({ column, target }))
    const countsOf = async (fillShort: boolean) => {
      const config = { uploadId, settings: { ...settings, fillShort }, columns, key: ['system:externalId'] }
      const { body } = await admin.post('core/entity/bulk/preview', { level: 'account', config })
      return (await ended(admin, body.data.jobId)).counts
    }
    expect(await countsOf(false)).toMatchObject({ create: 1, refused: 2 })
    expect(await countsOf(true)).toMatchObject({ create: 3, refused: 0 })
  })
})

describe('totals at the end', () => {
  const rows = Array.from(
    { length: 45 },
    (_, at) => `${String(at + 1).padStart(5, '0')};Kunde ${at + 1};1,50`,
  )
  const file = ['Kd.-Nr.;Firma;Umsatz', ...rows, 'Summe;;67,50', ''].join('\n')

  it('are no row, are named with their line, and keep no column from being a key', async () => {
    const uploadId = await upload(app, admin, 'kunden.csv', file)
    const detected = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
    expect(detected.body.data).toMatchObject({
      estimatedRows: 45,
      columns: [{ name: 'Kd.-Nr.', target: 'system:externalId', filled: 45 }, { target: 'name' }, {}],
      key: ['system:externalId'],
      keyNote: { isUnique: true, blank: 0 },
    })
    expect(detected.body.data.notes).toContain(
      'Line 47 ("Summe") has totals, and is left out; choose to import it if it is a record.',
    )
    const { notes } = await detect(file, { keepTotals: true })
    expect(notes.join()).not.toContain('totals')
  })

  it.each([
    [false, { create: 45, refused: 0 }],
    [true, { create: 45, refused: 1 }],
  ])('are imported only where the setting says so: %j', async (keepTotals, counts) => {
    const uploadId = await upload(app, admin, 'kunden.csv', file)
    const { body } = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, {
      level: 'account',
      settings: { keepTotals },
    })
    const columns = ['system:externalId', 'name', null].map((target, column) => ({ column, target }))
    const config = { uploadId, settings: body.data.settings, columns, key: ['system:externalId'] }
    const started = await admin.post('core/entity/bulk/preview', { level: 'account', config })
    expect((await ended(admin, started.body.data.jobId)).counts).toMatchObject(counts)
  })
})
