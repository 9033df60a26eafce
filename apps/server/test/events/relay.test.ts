import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'
import { create, defineField, edit, read } from '../../src/modules/record/record.fixture.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  await app.application.startWorker()
})
afterAll(() => app.stop())

const ask = async <Row extends object>(text: string): Promise<Row[]> =>
  (await app.application.platform.database.owner.query<Row>(text, [])).rows

interface Waiting {
  attempts: number
  failure: string | null
  isOver: boolean
}

const readPoisoned = async (): Promise<Waiting | undefined> =>
  (
    await ask<Waiting>(
      `select attempts, failure, retry_at = 'infinity' "isOver" from event where type = 'bulk.finished'`,
    )
  )[0]

it('lets an event that fails wait by itself, and gives it up after its tries', async () => {
  const admin = await app.as('administrator')
  await defineField(admin, 'account', 'seats', 'number')
  const calculatedFields = { formula: '{seats} * 2' }
  const twice = { horizontal: true, calculatedFields }
  await defineField(admin, 'account', 'twice', 'number', twice)
  await ask(
    `insert into event (tenant_id, type, payload) values (${app.tenantId}, 'bulk.finished', '{"jobId": "none"}')`,
  )
  const id = await create(admin, 'accounts', { name: 'Northwind', seats: 1 })
  await edit(admin, 'accounts', id, { seats: 4 })

  const worked = async () => (await read(admin, 'accounts', id)).customFields.twice
  await expect.poll(worked, { timeout: 20_000 }).toBe(8)
  await expect.poll(readPoisoned).toMatchObject({ isOver: false, failure: expect.stringMatching(/\w/) })

  await ask(`update event set attempts = 9, retry_at = now() where type = 'bulk.finished'`)
  await expect.poll(readPoisoned, { timeout: 20_000 }).toMatchObject({ attempts: 10, isOver: true })
  const others = () => ask(`select from event where type <> 'bulk.finished'`)
  await expect.poll(others, { timeout: 20_000 }).toEqual([])
})
