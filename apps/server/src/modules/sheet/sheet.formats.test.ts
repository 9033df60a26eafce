import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from './sheet.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

/** The formats of the columns of a file, by their names, and what is left open. */
async function detect(file: string) {
  const uploadId = await upload(app, admin, 'formats.csv', file)
  const { body } = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
  const columns = body.data.columns as {
    name: string
    dateFormat: string | null
    numberFormat: string | null
  }[]
  const formats = Object.fromEntries(columns.map((one) => [one.name, one.dateFormat ?? one.numberFormat]))
  const open = (body.data.notes as string[]).filter((note) => note.includes('Choose when you map it'))
  return { formats, open }
}

describe('a column that can be read in several ways', () => {
  it('has the numbers of the other columns', async () => {
    const { formats, open } = await detect(
      'Id;Name;Umsatz;Preis\nx1;A;1.234;12,50\nx2;B;25.000;7,25\nx3;C;3.500;1.100,75\n',
    )
    expect(formats).toMatchObject({ Umsatz: '1.234,56', Preis: '1.234,56' })
    expect(open).toEqual([])
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
