import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, list } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, none, preview, run, type ImportInput, type Listed } from './bulk.fixture.ts'

let app: TestApp
let admin: Client
const ids = { fallback: 0 }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  const north = await create(admin, 'organizations', { name: 'North' })
  ids.fallback = await create(admin, 'organizations', { name: 'Without account' })
  await create(admin, 'accounts', { name: 'Cancity', organization: north })
  await create(admin, 'accounts', { name: 'Isdom' })
})
afterAll(() => app.stop())

const lines = [
  'id,name,type,status,account',
  'd1,One,1,1,Cancity',
  'd2,Two,1,1,Isdom',
  'd3,Three,1,1,',
  'd4,Four,1,1,Brand New Corp',
]

async function deals(more: object = {}): Promise<ImportInput> {
  const uploadId = await upload(app, admin, 'deals.csv', lines.join('\n'))
  const mapped = columns('externalId', 'name', 'pipelineType', 'pipelineStatus', 'account')
  const config = {
    uploadId,
    columns: mapped,
    key: ['externalId'],
    unreadableCells: 'leaveOut' as const,
    ...more,
  }
  return { level: 'pipeline', config }
}

describe('pipelines whose rows name no parent, or one that is not there', () => {
  it('are refused for what is wrong with each', async () => {
    const { counts, causes } = await preview(admin, await deals())
    expect(counts).toEqual({ ...none, create: 2, refused: 2 })
    expect(causes).toMatchObject([
      { field: 'account', message: 'Choose an organization or account.', count: 1, values: [] },
      {
        field: 'account',
        message: 'Account: there is no account called "Brand New Corp".',
        values: [{ text: 'Brand New Corp', count: 1 }],
      },
    ])
  })

  it('go to one for all of them, while the others go where their accounts are', async () => {
    const input = await deals({ defaults: { organization: ids.fallback } })
    const seen = await preview(admin, input)
    const done = await run(admin, input)
    expect(done.counts).toEqual({ ...none, create: 4 })
    expect([seen.counts, seen.causes]).toEqual([done.counts, done.causes])
    const { data } = await list(admin, 'pipelines', {})
    const places = data.map(({ globalFields: { name, organization } }: Listed) => [name, organization?.name])
    expect(Object.fromEntries(places)).toEqual({
      One: 'North',
      Two: undefined,
      Three: 'Without account',
      Four: 'Without account',
    })
  })
})
