import { afterAll, beforeAll, expect, it } from 'vitest'
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
})
afterAll(() => app.stop())

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
/** As programs write it that do not calculate. */
const formula = '<c><f>1+1</f></c>'
const blank = '<c/>'

const rows = [
  textRow(1, ['Name', 'About', 'Helper']),
  `<row r="2">${text('One')}${text('Known')}${formula}</row>`,
  `<row r="3">${text('Two')}${formula}${formula}</row>`,
  `<row r="4">${blank}${blank}${formula}</row>`,
  `<row r="5">${formula}${blank}${blank}</row>`,
]

async function previewOf(...targets: (string | null)[]) {
  const uploadId = await upload(app, admin, 'formulas.xlsx', workbook({ sheets: { S: rows.join('') } }))
  const config = { uploadId, columns: columns(...targets), key: [] }
  const job = await preview(admin, { level: 'account', config })
  const { body } = await admin.get(`core/entity/bulk/${job.jobId}/items?status=10,30`)
  const told = body.data.map(({ failure_reason: reason }: { failure_reason: object }) => reason)
  return { counts: job.counts, told }
}

const withoutValue = (line: number, column: string) =>
  `Row ${line}: the file does not contain the value of the formula in "${column}". Open it in Excel, save it, and upload it again.`

it('formulas without their values are told where they are mapped, and nowhere else', async () => {
  expect(await previewOf('name', null, null)).toEqual({
    counts: { ...none, create: 2, refused: 1 },
    told: [{ failures: [{ field: 'name', message: withoutValue(5, 'Name') }] }],
  })
  const { counts, told } = await previewOf('name', 'about', null)
  expect(counts).toEqual({ ...none, create: 1, refused: 2 })
  expect(told).toContainEqual({ failures: [{ field: 'about', message: withoutValue(3, 'About') }] })
})
