import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, preview, run } from './bulk.fixture.ts'

let app: TestApp
let admin: Client
let normal: Client
/** An account that the Normal User doesn't see, and one that doesn't exist. */
const ids = { unseen: 0, absent: 0 }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  normal = await app.as('normalUser')
  await app.application.startWorker()
  const create = async (externalId: string, name: string): Promise<number> => {
    const globalFields = { externalId, name, about: 'Four lamps', owners: [admin.actor.userId] }
    return (await admin.post('core/accounts', { globalFields })).body.data.accountId
  }
  // So that its ID is no count or row number of an answer.
  for (let n = 0; n < 20; n += 1) await create(`other${n}`, `Other ${n}`)
  ids.unseen = await create('unseen', 'Hidden Lamps')
  ids.absent = ids.unseen + 1_000_000
})
afterAll(() => app.stop())

const modes = ['create', 'update', 'createOrUpdate'] as const

/** Two rows of a file, the first about the unseen record and the second about none. */
interface Attack {
  name: string
  fields: string[]
  key: string[]
  unseen: () => string
  absent: () => string
}

const attacks: Attack[] = [
  {
    name: 'its ID',
    fields: ['system:internalId', 'about'],
    key: ['system:internalId'],
    unseen: () => `${ids.unseen},x`,
    absent: () => `${ids.absent},x`,
  },
  {
    name: 'its ID and a value that it has',
    fields: ['system:internalId', 'name', 'about'],
    key: ['system:internalId', 'name'],
    unseen: () => `${ids.unseen},Hidden Lamps,x`,
    absent: () => `${ids.unseen},Absent Lamps,x`,
  },
  {
    name: 'its name',
    fields: ['name', 'about'],
    key: ['name'],
    unseen: () => 'Hidden Lamps,x',
    absent: () => 'Absent Lamps,x',
  },
  {
    name: 'its External ID and a value that it has',
    fields: ['externalId', 'name', 'about'],
    key: ['externalId', 'name'],
    unseen: () => 'unseen,Hidden Lamps,x',
    absent: () => 'unseen,Absent Lamps,x',
  },
]

/** An answer without what the caller sent. */
const without = (sent: readonly (string | number)[], text: string): string =>
  sent.reduce<string>((rest, value) => rest.replaceAll(new RegExp(`\\b${value}\\b`, 'gu'), '…'), text)

/** What a Normal User can read about a job with one row, without the numbers that each job has of its own. */
async function answerTo(attack: Attack, mode: (typeof modes)[number], row: string, isPreview: boolean) {
  const file = `${attack.fields.join(',')}\n${row}\n`
  const uploadId = await upload(app, normal, 'rows.csv', file)
  const config = { uploadId, columns: columns(...attack.fields), key: attack.key, mode }
  const job = await (isPreview ? preview : run)(normal, { level: 'account', config })
  const rows = []
  for (const outcome of ['create', 'update', 'unchanged', 'conflict', 'refused']) {
    const { body } = await normal.get(`core/entity/bulk/${job.jobId}/rows?outcome=${outcome}`)
    rows.push(...body.data.map(({ problems }: { problems: unknown }) => ({ outcome, problems })))
  }
  const errors = await normal.get(`core/entity/bulk/${job.jobId}/errors.csv`)
  if (!isPreview && job.counts.create > 0) {
    await normal.post(`core/entity/bulk/${job.jobId}/undo`)
    await ended(normal, job.jobId)
  }
  const sent = row.split(',')
  const errorFile = without(sent, String(errors.body))
  return without(sent, JSON.stringify({ counts: job.counts, rows, status: errors.status, errorFile }))
}

/** What a Normal User can read about a job that changes one record by its ID. */
async function changeById(id: number): Promise<string> {
  const data = [{ id, data: { about: 'x' } }]
  const { body, status } = await normal.post('core/entity/bulk', {
    type: 'entity',
    level: 'account',
    data,
  })
  expect(status).toBe(200)
  const job = await ended(normal, body.data.jobId)
  const rows = await normal.get(`core/entity/bulk/${job.jobId}/rows?outcome=refused`)
  const problems = rows.body.data.map((row: { problems: unknown }) => row.problems)
  return without([id], JSON.stringify({ counts: job.counts, problems }))
}

describe('a record that a Normal User does not see', () => {
  const cases = attacks.flatMap((attack) =>
    modes.flatMap((mode) => [true, false].map((isPreview) => ({ attack, mode, isPreview }))),
  )

  it.each(cases)(
    'looks absent by $attack.name, mode $mode, preview $isPreview',
    async ({ attack, mode, isPreview }) => {
      const unseen = await answerTo(attack, mode, attack.unseen(), isPreview)
      const absent = await answerTo(attack, mode, attack.absent(), isPreview)
      expect(unseen).toBe(absent)
      expect(unseen).not.toContain('Lamps')
    },
  )

  it('looks absent in changes by ID', async () => {
    expect(await changeById(ids.unseen)).toBe(await changeById(ids.absent))
  })

  it('keeps its External ID, and is not named', async () => {
    const uploadId = await upload(app, normal, 'taken.csv', 'externalId,name\nunseen,Mine\nfree,Also mine\n')
    const config = { uploadId, columns: columns('externalId', 'name'), key: ['externalId'] }
    const job = await run(normal, { level: 'account', config })
    expect(job.counts).toMatchObject({ create: 1, update: 0 })
    const { body } = await normal.get(`core/entity/bulk/${job.jobId}/rows?outcome=conflict`)
    const message = 'External ID "unseen" is already used by another record.'
    expect(body.data).toMatchObject([{ problems: [{ field: 'system:externalId', message }] }])
  })
})
