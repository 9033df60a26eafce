import type { BulkJob } from '@steward/contracts/bulk'
import type { ColumnMapping, ImportConfig } from '@steward/contracts/sheet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import {
  everything,
  listed,
  none,
  preview,
  run,
  undoWhole,
  type ImportInput,
  type Listed,
} from './bulk.fixture.ts'

let app: TestApp
let admin: Client
let revenue: string
let tier: string

const define = async (displayName: string, dataType: string, ...values: string[]): Promise<string> =>
  good(
    await admin.post('core/fields', {
      displayName,
      dataType,
      columnLevel: 'account',
      picklistDefinition: values.map((value) => ({ value })),
    }),
  ).data.name

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  revenue = await define('Jahresumsatz', 'number')
  tier = await define('Stufe', 'singlePicklist', 'Gold', 'Silber')
})
afterAll(() => app.stop())

const header = 'Datensatz-ID;Unternehmensname;Übergeordnetes Unternehmen;Jahresumsatz;Stufe'

const january = [
  '00051;Alster Logistik;Nord Holding;12.500,50;Gold',
  '00052;Isar Medien;Süd Holding;8.000,00;Silber',
  '00053;Spree Software;Nord Holding;1.250,75;Gold',
  '00054;Weser Handel;Süd Holding;990,10;Silber',
  '00055;Ruhr Energie;Nord Holding;45.000,00;Gold',
  'Summe;;;67.741,35;',
]

/** An update, an unchanged record, a move, a cell to repair, a missing record and one with a new option. */
const february = [
  '00051;Alster Logistik;Nord Holding;13.100,25;Gold',
  '00052;Isar Medien;Süd Holding;8.000,00;Silber',
  '00053;Spree Software;Süd Holding;1.250,75;Gold',
  '00054;Weser Handel;Süd Holding;folgt;Silber',
  '00056;Elbe Bau;Nord Holding;3.300,00;Platin',
  'Summe;;;25.651,00;',
]

/** The import of a file of which every suggestion is taken. */
async function suggested(rows: readonly string[]): Promise<ImportInput> {
  const uploadId = await upload(app, admin, 'Unternehmen.csv', [header, ...rows].join('\r\n'))
  const { data } = good(await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' }))
  expect(data.notes.join('\n')).toContain(`Line ${rows.length + 1} ("Summe") has totals`)
  const mapped = data.columns.map(
    (guess: Pick<ColumnMapping, 'column' | 'target'> & Record<string, unknown>) => ({
      column: guess.column,
      target: guess.target,
      ...(guess['numberFormat'] ? { numberFormat: guess['numberFormat'] } : {}),
      ...(guess['match'] ? { match: guess['match'] } : {}),
    }),
  )
  return { level: 'account', config: { uploadId, settings: data.settings, columns: mapped, key: data.key } }
}

function withColumn(input: ImportInput, target: string, change: Partial<ColumnMapping>): ImportInput {
  const mapped = input.config.columns.map((one) => (one.target === target ? { ...one, ...change } : one))
  return { ...input, config: { ...input.config, columns: mapped } }
}

const told = ({ counts, findings, causes }: BulkJob) => ({ counts, findings, causes })

async function both(input: ImportInput, more: Partial<ImportConfig> = {}): Promise<BulkJob> {
  const asked = { ...input, config: { ...input.config, ...more } }
  const seen = await preview(admin, asked)
  const done = await run(admin, asked)
  expect(done.failure).toBeNull()
  expect(told(done)).toEqual(told(seen))
  return done
}

async function state() {
  const fields = good(await admin.get('core/fields?level=account')).data
  return { records: await everything(admin), fields: JSON.stringify(fields) }
}

async function accounts(): Promise<Record<string, unknown[]>> {
  const all = await listed(admin, 'account')
  return Object.fromEntries(
    all.map(({ globalFields, customFields }: Listed) => [
      globalFields.name,
      [globalFields['organization']?.name, customFields[revenue], globalFields['entityArchived']],
    ]),
  )
}

it('imports a file and its version of the next month, and undoes both', async () => {
  const empty = await state()
  const first = withColumn(await suggested(january), 'organization', { createParents: true })
  expect(first.config.columns.map(({ target }) => target)).toEqual([
    'system:externalId',
    'name',
    'organization',
    revenue,
    tier,
  ])
  expect(first.config.key).toEqual(['system:externalId'])
  const imported = await both(first)
  expect(imported.counts).toEqual({ ...none, create: 5 })
  expect((await accounts())['Alster Logistik']).toEqual(['Nord Holding', 12_500.5, false])
  const afterJanuary = await state()

  const second = withColumn(await suggested(february), tier, { newOptions: ['Platin'] })
  const repaired = withColumn(second, revenue, { repairs: [{ from: 'folgt', to: '1.000,00' }] })
  const changed = await both(repaired, { missingRecords: 'archive' })
  expect(told(changed)).toMatchObject({
    counts: { ...none, create: 1, update: 3, unchanged: 1 },
    findings: { moved: 1, missing: 1, missingChanged: 1, unidentified: 0 },
  })
  expect(await accounts()).toMatchObject({
    'Alster Logistik': ['Nord Holding', 13_100.25, false],
    'Isar Medien': ['Süd Holding', 8000, false],
    'Spree Software': ['Süd Holding', 1250.75, false],
    'Weser Handel': ['Süd Holding', 1000, false],
    'Elbe Bau': ['Nord Holding', 3300, false],
  })
  expect((await state()).fields).toContain('Platin')

  await undoWhole(admin, changed)
  expect(await state()).toEqual(afterJanuary)
  await undoWhole(admin, imported)
  expect(await state()).toEqual(empty)
})

it('names pipelines by their ID where the file has no name for them', async () => {
  const uploadId = await upload(app, admin, 'deals.csv', 'opportunity_id,account\nPKCB,Cancity\nHAXM,Isdom')
  const made = [
    { column: 0, target: 'system:externalId' },
    { column: 1, target: 'account', createParents: true },
    { column: 0, target: 'name' },
  ]
  const done = await both({
    level: 'pipeline',
    config: { uploadId, columns: made, key: ['system:externalId'] },
  })
  expect(told(done)).toMatchObject({ counts: { create: 2 } })
  const names = (await listed(admin, 'pipeline')).map(({ globalFields: { name } }) => name)
  expect(names.toSorted()).toEqual(['HAXM', 'PKCB'])
  await undoWhole(admin, done)
})
