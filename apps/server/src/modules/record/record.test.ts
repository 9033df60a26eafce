import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

async function createAccount(
  client: Client,
  name: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const made = await client.post('core/accounts', { globalFields: { name, ...more } })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.data.accountId
}

describe('records', () => {
  it('creates one, reads it, lists it, with defaults filled in', async () => {
    const id = await createAccount(admin, 'Northwind', { externalId: 'N1' })
    const read = await admin.get(`core/accounts/${id}`)
    expect(read.status).toBe(200)
    expect(read.body.data.globalFields).toMatchObject({
      name: 'Northwind',
      externalId: 'N1',
      lifecycleStage: 'Onboarding',
      owners: [{ id: admin.actor.userId }],
      churned: false,
      entityArchived: false,
    })
    const list = await admin.get('core/accounts')
    expect(list.body).toMatchObject({ totalItemCount: 1, totalEntityCount: 1, itemCount: 1 })
  })

  it('edits a field, shows it in the history, and undoes it', async () => {
    const id = await createAccount(admin, 'History Ltd')
    const edited = await admin.post(`core/accounts/${id}`, { data: { 'system:pulse': 4 } })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
    expect(edited.body.data.globalFields.pulse).toBe(4)
    const history = await admin.get(`core/accounts/${id}/history`)
    expect(history.body.data[0].changes[0]).toMatchObject({
      label: 'Pulse',
      before: null,
      after: 4,
      afterText: 'Satisfied',
    })
    const undone = await admin.post(`core/change-sets/${edited.body.changeSetId}/undo`)
    expect(undone.body.data).toMatchObject({ undone: 1, kept: [] })
    expect((await admin.get(`core/accounts/${id}`)).body.data.globalFields.pulse).toBeNull()
  })
})
