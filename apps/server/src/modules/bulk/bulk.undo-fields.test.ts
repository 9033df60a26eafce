import type { BulkJob } from '@steward/contracts/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, run, type ImportInput } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

/** A file of accounts whose first line names the fields of its columns. */
const fileOf = (header: string, ...rows: string[]): Promise<ImportInput> => fileBy(admin, header, ...rows)

async function fileBy(user: Client, header: string, ...rows: string[]): Promise<ImportInput> {
  const uploadId = await upload(app, user, 'account.csv', [header, ...rows].join('\n'))
  return {
    level: 'account',
    config: { uploadId, columns: columns(...header.split(',')), key: ['externalId'] },
  }
}

async function undo({ jobId }: BulkJob): Promise<void> {
  good(await admin.post(`core/entity/bulk/${jobId}/undo`))
  expect((await ended(admin, jobId)).undo).toMatchObject({ state: 40, kept: 0 })
}

const define = async (displayName: string, dataType: string, ...values: string[]) =>
  good(
    await admin.post('core/fields', {
      displayName,
      dataType,
      columnLevel: 'account',
      picklistDefinition: values.map((value) => ({ value })),
    }),
  ).data.name as string

const fieldsOf = async (): Promise<Record<string, string[]>> => {
  const { data } = good(await admin.get('core/fields?level=account'))
  return Object.fromEntries(
    data.map((one: { name: string; picklistDefinition: { value: string }[] }) => [
      one.name,
      one.picklistDefinition.map(({ value }) => value),
    ]),
  )
}

const omit = (record: Record<string, string[]>, ...names: string[]): Record<string, string[]> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

describe('the undo of an import', () => {
  it('takes away options and fields that it brought, unless something uses them by now', async () => {
    const tier = await define('Undo tier', 'singlePicklist', 'Gold')
    const region = await define('Undo region', 'singlePicklist')
    const seats = await define('Undo seats', 'number')
    const notes = await define('Undo notes', 'string')
    const before = await fieldsOf()
    const file = await fileOf(
      `externalId,name,${tier},${region},${seats},${notes}`,
      'u1,Undo one,Silver,North,1,a',
      'u2,Undo two,Bronze,South,2,b',
    )
    const mapped = file.config.columns.map((one) => ({ ...one, createOptions: true }))
    const config = { ...file.config, columns: mapped, newFields: [region, seats, notes] }
    const done = await run(admin, { ...file, config })
    expect(done.counts.create).toBe(2)
    expect((await fieldsOf())[tier]).toEqual(['Gold', 'Silver', 'Bronze'])
    const bronze = await run(admin, await fileOf(`externalId,name,${tier},${notes}`, 'u9,Later,Bronze,c'))
    expect(bronze.counts.create).toBe(1)
    await undo(done)
    const after = await fieldsOf()
    expect(after).toEqual({ ...omit(before, region, seats), [tier]: ['Gold', 'Bronze'] })
    await undo(bronze)
    expect((await fieldsOf())[tier]).toEqual(['Gold', 'Bronze'])
  })

  it('leaves a field that someone who may create none has named as created for it', async () => {
    const empty = await define('Undo empty', 'string')
    const normal = await app.as('normalUser')
    const file = await fileBy(normal, 'externalId,name', 'u20,Undo twenty')
    const done = await run(normal, { ...file, config: { ...file.config, newFields: [empty] } })
    expect(done.counts.create).toBe(1)
    await undo(done)
    expect(Object.keys(await fieldsOf())).toContain(empty)
  })
})
