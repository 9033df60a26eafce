import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { listed, none, preview, run, undoWhole, type ImportInput } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

it('names owners by number, name or email address, several in a cell, and one column fills two fields', async () => {
  const manager = await app.as('manager')
  const users = await app.application.modules.users.directory(app.tenantId)
  const both = [admin, manager].map(({ actor }) => users.byId.get(actor.userId)!)
  const ways = {
    id: both.map(({ userId }) => userId),
    name: both.map(({ name }) => name),
    email: both.map(({ email }) => email),
  }
  for (const [match, named] of Object.entries(ways)) {
    const uploadId = await upload(
      app,
      admin,
      `${match}.csv`,
      `id,name,owner\n${match},Acme,${named.join(';')}\n`,
    )
    const columns: ImportInput['config']['columns'] = [
      { column: 0, target: 'externalId' },
      { column: 1, target: 'name' },
      { column: 1, target: 'about' },
      { column: 2, target: 'owners', match: match as 'id' },
    ]
    const input: ImportInput = { level: 'account', config: { uploadId, columns, key: ['externalId'] } }
    expect((await preview(admin, input)).counts).toEqual({ ...none, create: 1 })
    const done = await run(admin, input)
    expect(done.counts).toEqual({ ...none, create: 1 })
    const [account] = await listed(admin, 'account')
    const owners = both.map(({ userId }) => ({ id: userId }))
    expect(account?.globalFields).toMatchObject({ name: 'Acme', about: 'Acme', owners })
    await undoWhole(admin, done)
  }
})
