import type { RecordChanged } from '@steward/contracts/event/record.event'
import type { ChangeSource } from '@steward/contracts/record-history'
import type { Permission } from '@steward/contracts/plain/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { confirm } from '../../../test/sign-in.ts'
import { systemActor, type SystemActorKind } from '../../platform/actor.ts'
import { columns, ended, run } from '../bulk/bulk.fixture.ts'
import { runBulkUpdate } from '../bulk/bulk.update.fixture.ts'
import { create, edit, good, read, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let adminName: string

/** What subscribers were sent, kept for the test: the worker deletes delivered events. */
async function keepEvents(): Promise<void> {
  await app.application.platform.database.owner.query(`
    create table sent (payload jsonb);
    grant insert on sent to steward_app;
    create function keep_sent() returns trigger language plpgsql as
      $$ begin insert into sent values (new.payload); return new; end $$;
    create trigger keep_sent before insert on event for each row
      when (new.type = 'record.changed') execute function keep_sent();`)
}

async function eventsOf(changeSetId: number): Promise<RecordChanged[]> {
  const { rows } = await app.application.platform.database.owner.query<{ payload: RecordChanged }>(
    `select payload from sent where payload->>'changeSetId' = $1`,
    [String(changeSetId)],
  )
  return rows.map(({ payload }) => payload)
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const { directory } = app.application.modules.users
  adminName = (await directory(app.tenantId)).byId.get(admin.actor.userId)?.name ?? ''
  await keepEvents()
  await app.application.startWorker()
})
afterAll(() => app.stop())

const everything: Permission[] = [
  'record.read',
  'record.create',
  'record.edit',
  'history.undo',
  'bulk.run',
  'bulk.read',
]

interface TokenInput {
  scope?: 'personal' | 'tenant'
  permissions?: Permission[]
  roleId?: number
}

/** A program that calls with a new API token. */
async function tokenClient(name: string, input: TokenInput = {}) {
  await confirm(app, admin)
  const body = { name, permissions: everything, ...input }
  const { apiTokenId, token } = good(await admin.post('identity/api-tokens', body)).data
  return { ...admin, apiTokenId: apiTokenId as number, ...clientOf(app.application, token) }
}

const toB = (recordId: number) => ({ kind: 'update' as const, recordId, values: { about: 'B' } })

const account = (name: string, more: object = {}) => create(admin, 'accounts', { name, ...more })
const historyOf = async (id: number) => good(await admin.get(`core/accounts/${id}/history`)).data
const latest = async (id: number) => (await historyOf(id))[0]
const person = () => ({ kind: 'person', id: admin.actor.userId, name: adminName })

describe('the source and actor of a change', () => {
  it('are the person who edits in the browser', async () => {
    const id = await account('By hand')
    const changeSetId = await edit(admin, 'accounts', id, { about: 'A' })
    expect(await latest(id)).toMatchObject({
      source: 'person',
      action: 'edit',
      actor: person(),
      by: { id: admin.actor.userId, name: adminName },
      causes: [],
    })
    expect(await eventsOf(changeSetId)).toEqual([
      {
        changeSetId,
        level: 2,
        records: 1,
        keys: ['about'],
        source: 'person',
        operation: 'edit',
        actor: { kind: 'person', id: admin.actor.userId },
        causes: [],
        depth: 0,
      },
    ])
  })

  it('are the API token, by the name it had, for a single edit, a creation and a change of many', async () => {
    const program = await tokenClient('Billing export')
    const id = await create(program, 'accounts', { name: 'By a program' })
    const changeSetId = await edit(program, 'accounts', id, { about: 'A' })
    const body = { ids: [id], action: 'archive' }
    const archived = good(await program.post('core/accounts/change', body)).data ?? {}
    const token = { kind: 'apiToken', id: program.apiTokenId, name: 'Billing export' }
    const by = { id: admin.actor.userId, name: adminName }
    const wanted = ['archive', 'edit', 'create'].map((action) => ({
      source: 'api',
      action,
      actor: token,
      by,
    }))
    expect(await historyOf(id)).toMatchObject(wanted)
    expect(archived).toBeDefined()
    expect(await eventsOf(changeSetId)).toMatchObject([
      { source: 'api', operation: 'edit', actor: { kind: 'apiToken', id: program.apiTokenId }, depth: 0 },
    ])
    good(await admin.delete(`identity/api-tokens/${program.apiTokenId}`))
    expect(await latest(id)).toMatchObject({ source: 'api', actor: token })
    const set = good(await admin.get(`core/change-sets/${changeSetId}`)).data
    expect(set).toMatchObject({ source: 'api', actor: token, by, causes: [] })
  })

  it('are the token of the company, which no person is behind', async () => {
    const program = await tokenClient('Warehouse sync', { scope: 'tenant', roleId: 3 })
    const id = await account('By a service')
    await edit(program, 'accounts', id, { about: 'A' })
    const actor = { kind: 'apiToken', id: program.apiTokenId, name: 'Warehouse sync' }
    expect(await latest(id)).toMatchObject({ source: 'api', actor })
  })

  it('are the undo, and the token that asks for it', async () => {
    const program = await tokenClient('Janitor')
    const id = await account('Undone', { about: 'before' })
    const changeSetId = await edit(admin, 'accounts', id, { about: 'after' })
    await undo(program, changeSetId)
    const actor = { kind: 'apiToken', id: program.apiTokenId, name: 'Janitor' }
    expect(await latest(id)).toMatchObject({ source: 'undo', action: 'undo', actor })
    expect((await read(admin, 'accounts', id)).globalFields.about).toBe('before')
  })

  it('are the import with the name of its file, and who started it', async () => {
    const config = { fileName: 'customers.csv', columns: columns('name') }
    const job = await run(admin, { level: 'account', config, data: [{ name: 'Imported' }] })
    const changeSetId = job.changeSetId as number
    const causes = [{ kind: 'import', id: job.jobId, name: 'customers.csv' }]
    const set = good(await admin.get(`core/change-sets/${changeSetId}`)).data
    expect(set).toMatchObject({ source: 'import', action: 'import', actor: person(), causes })
    expect(await eventsOf(changeSetId)).toMatchObject([
      { source: 'import', operation: 'import', areNew: true, causes, depth: 0 },
    ])
  })

  it('are the token for a bulk update, an import and an undo that a token started', async () => {
    const program = await tokenClient('Nightly')
    const actor = { kind: 'apiToken', id: program.apiTokenId, name: 'Nightly' }
    const ids = [await account('Mass 1'), await account('Mass 2')]
    const job = await runBulkUpdate(program, {
      level: 'account',
      selection: { ids },
      change: { data: { about: 'all alike' } },
    })
    const causes = [{ kind: 'bulkUpdate', id: job.jobId }]
    expect(await latest(ids[1] as number)).toMatchObject({ source: 'api', action: 'edit', actor, causes })
    good(await program.post(`core/entity/bulk/${job.jobId}/undo`))
    await ended(admin, job.jobId)
    expect(await latest(ids[1] as number)).toMatchObject({ source: 'undo', action: 'undo', actor })
    const config = { fileName: 'nightly.csv', columns: columns('name') }
    const imported = await run(program, { level: 'account', config, data: [{ name: 'Imported nightly' }] })
    const set = good(await admin.get(`core/change-sets/${imported.changeSetId}`)).data
    expect(set).toMatchObject({ source: 'import', actor, causes: [{ kind: 'import', name: 'nightly.csv' }] })
  })

  it('are those of the first batch in the events of all its batches', async () => {
    const ids = await Promise.all([1, 2, 3].map((at) => account(`Batched ${at}`)))
    const { records } = app.application.modules
    const scenario = scenarioActor(['record.read', 'record.edit'])
    const act = { action: 'edit', at: app.clock.now(), causes: [{ kind: 'scenario', id: 4 }] } as const
    const first = await records.write(scenario, 2, act, () => [toB(ids[0] as number)])
    const changeSetId = first.changeSetId as number
    await records.write(admin.actor, 2, { ...act, changeSetId }, () => ids.slice(1).map(toB))
    const published = { source: 'scenario', operation: 'edit', actor: { kind: 'scenario', id: 4 }, depth: 1 }
    expect(await eventsOf(changeSetId)).toMatchObject([published, { ...published, recordIds: ids.slice(1) }])
  })
})

const scenarioActor = (permissions: Permission[], kind: SystemActorKind = 'scenario') =>
  systemActor(app.tenantId, { kind, id: 4, name: 'Renewal reminder', permissions })

describe('a system actor', () => {
  it.each<[SystemActorKind, ChangeSource]>([
    ['scenario', 'scenario'],
    ['sync', 'sync'],
    ['survey', 'survey'],
    ['calculation', 'system'],
    ['health', 'system'],
  ])('is written down as %s', async (kind, source) => {
    const id = await account(`Of ${kind}`)
    const causes = [
      { kind: 'import', id: 7, name: 'customers.csv' },
      { kind, id: 4 },
    ] as const
    const { records } = app.application.modules
    const act = { action: 'edit', at: app.clock.now(), causes } as const
    const written = await records.write(scenarioActor(['record.read', 'record.edit'], kind), 2, act, () => [
      { kind: 'update', recordId: id, values: { about: 'A' } },
    ])
    expect(await latest(id)).toMatchObject({
      source,
      actor: { kind, id: 4, name: 'Renewal reminder' },
      by: { id: null, name: 'Steward' },
      causes,
    })
    expect(await eventsOf(written.changeSetId as number)).toMatchObject([
      { source, operation: 'edit', actor: { kind, id: 4 }, causes, depth: 1 },
    ])
  })

  it('sees every record of its company, and none of another', async () => {
    const manager = await app.as('manager')
    const id = await create(manager, 'accounts', { name: 'Owned by a manager' })
    const foreigner = await app.foreigner()
    const other = await create(foreigner, 'accounts', { name: 'Of another company' })
    const { records } = app.application.modules
    const seen = await records.current(scenarioActor(['record.read']), [id, other])
    expect([...seen.keys()]).toEqual([id])
  })

  it('changes nothing that its permissions do not name', async () => {
    const id = await account('Only to be read')
    const { records } = app.application.modules
    const reader = scenarioActor(['record.read'])
    await expect(records.edit(reader, 2, id, { data: { about: 'A' } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(
      records.create(scenarioActor(['record.edit']), 2, { globalFields: { name: 'A' }, customFields: {} }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    const creator = scenarioActor(['record.read', 'record.create'])
    const globalFields = { name: 'By a scenario', owners: [admin.actor.userId] }
    const { data } = await records.create(creator, 2, { globalFields, customFields: {} })
    expect(await latest(data['accountId'] as number)).toMatchObject({ source: 'scenario', action: 'create' })
    const ownerless = records.create(creator, 2, { globalFields: { name: 'A' }, customFields: {} })
    await expect(ownerless).rejects.toMatchObject({ fields: { 'system:owners': 'Owner is required.' } })
    expect(await historyOf(id)).toHaveLength(1)
  })
})

describe('the rights of a token', () => {
  it('are what they were: its scopes, and what its user may change', async () => {
    const reader = await tokenClient('Reader', { permissions: ['record.read'] })
    const id = await account('Guarded')
    expect((await reader.post(`core/accounts/${id}`, { data: { about: 'A' } })).status).toBe(403)
    expect((await reader.post('core/accounts', { globalFields: { name: 'A' } })).status).toBe(403)
    expect((await reader.get(`core/accounts/${id}`)).status).toBe(200)
    expect((await reader.get(`core/accounts/${id}/history`)).status).toBe(403)
  })
})
