import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { endedExport, exported } from './export.fixture.ts'
import { createExportJobs } from './export.jobs.ts'
import { exportFolder } from './export.path.ts'
import type { ExportNeighbours } from './export.run.ts'

let app: TestApp
let admin: Client
let normal: Client
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.newUser('administrator', 'ada@example.com')
  normal = await app.newUser('normalUser', 'nora@example.com')
})
afterAll(() => app.stop())

async function newOrganization(client: Client, globalFields: object): Promise<number> {
  const { status, body } = await client.post('core/organizations', { globalFields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.organizationId
}

async function linesOf(client: Client, exportId: number): Promise<string[]> {
  const { body } = await client.get(`core/exports/${exportId}/file`)
  return (body as string).replace('\uFEFF', '').split('\r\n').filter(Boolean)
}

/** An export that a killed process left half written. */
async function leftExport(): Promise<number> {
  const request = JSON.stringify({ format: 'xlsx', query: {}, columns: ['name'], scope: 'all' })
  const { rows } = await app.application.platform.database.owner.query(
    `insert into export (tenant_id, user_id, level, format, request, file_name, created_at, state, writer, rows_done)
     values ($1, $2, 1, 'xlsx', $3, 'organizations.xlsx', now(), 'running', gen_random_uuid(), 2) returning export_id`,
    [app.tenantId, admin.actor.userId, request],
  )
  return Number(rows[0].export_id)
}

let killed: number

describe('an export', () => {
  beforeAll(async () => {
    await newOrganization(admin, { name: 'Alpha', externalId: 'A-1' })
    await newOrganization(admin, { name: 'Beta, "the second"', externalId: '=1+1' })
    await newOrganization(normal, { name: 'Gamma', externalId: '007' })
    killed = await leftExport()
    await app.application.startWorker()
  })

  it('holds the records of the list in its order, with the columns asked for', async () => {
    const done = await exported(admin, 'organizations', {
      format: 'csv',
      columns: ['name', 'system:externalId', 'owner.email', 'churned'],
      query: { sort: '-name', filter: '{"and":[{"field":"entityArchived","operator":"isFalse"}]}' },
    })
    expect(done).toMatchObject({ state: 'ready', rowsDone: 3, rowsTotal: 3, failure: null, note: null })
    expect(done.fileName).toMatch(/^organizations-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/)
    expect(await linesOf(admin, done.exportId)).toEqual([
      'Name,External ID,Owner: Email,Churned',
      'Gamma,007,nora@example.com,false',
      `"Beta, ""the second""",'=1+1,ada@example.com,false`,
      'Alpha,A-1,ada@example.com,false',
    ])
  })

  it('holds the records that were chosen', async () => {
    const { body } = await admin.get('core/organizations?sortColumn=name')
    const [first, , third] = body.data as { organizationId: number }[]
    const done = await exported(admin, 'organizations', {
      format: 'csv',
      columns: ['name'],
      scope: 'ids',
      ids: [third!.organizationId, first!.organizationId],
    })
    expect(await linesOf(admin, done.exportId)).toEqual(['Name', 'Alpha', 'Gamma'])
  })

  it('holds what a Normal User sees, and belongs to whoever asked', async () => {
    const done = await exported(normal, 'organizations', { format: 'csv', columns: ['name'] })
    expect(await linesOf(normal, done.exportId)).toEqual(['Name', 'Gamma'])
    for (const path of ['', '/file']) {
      expect((await admin.get(`core/exports/${done.exportId}${path}`)).status).toBe(404)
    }
    expect((await admin.post(`core/exports/${done.exportId}/stop`)).status).toBe(404)
    const own = (await normal.get('core/exports')).body.data as { exportId: number }[]
    expect(own.map(({ exportId }) => exportId)).toEqual([done.exportId])
  })

  it('is written to the audit log, and so is its download', async () => {
    const done = await exported(admin, 'organizations', { format: 'csv', columns: ['name'] })
    await linesOf(admin, done.exportId)
    const { body } = await admin.get('audit?pageSize=10')
    const actions = (body.data as { action: string }[]).map(({ action }) => action)
    expect(actions.filter((action) => action !== 'audit.read').slice(0, 2)).toEqual([
      'export.downloaded',
      'record.exported',
    ])
  })

  it('refuses columns that are not there', async () => {
    const { status, body } = await admin.post('core/organizations/export', {
      format: 'csv',
      columns: ['name', 'nothing', 'account.name'],
    })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['columns.1', 'columns.2'])
  })

  it.each([
    [{ columns: [] }, 'columns'],
    [{ columns: ['name'], scope: 'ids' }, 'ids'],
    [{ columns: ['name'], query: { sort: 'nothing' } }, 'sort'],
    [{ columns: ['name'], query: { filter: '{' } }, 'filter'],
    [{ columns: ['name'], format: 'pdf' }, 'format'],
  ])('refuses %j at %s', async (input, path) => {
    const { status, body } = await admin.post('core/organizations/export', { format: 'csv', ...input })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toContain(path)
  })

  it('is refused while three are not finished, and can be stopped before', async () => {
    const user = await app.newUser('manager')
    await app.application.platform.database.owner.query(
      `insert into export (tenant_id, user_id, level, format, request, file_name, created_at)
       select $1, $2, 1, 'csv', $3, 'organizations.csv', now() from generate_series(1, 3)`,
      [
        app.tenantId,
        user.actor.userId,
        JSON.stringify({ format: 'csv', query: {}, columns: ['name'], scope: 'all' }),
      ],
    )
    const refused = await user.post('core/organizations/export', { format: 'csv', columns: ['name'] })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'export.busy' } })
    const waiting = (await user.get('core/exports')).body.data as { exportId: number }[]
    const { body } = await user.post(`core/exports/${waiting[0]!.exportId}/stop`)
    expect(body.data).toMatchObject({ state: 'stopped', failure: null })
    expect((await user.get(`core/exports/${waiting[0]!.exportId}/file`)).body).toMatchObject({
      reason: 'export.unfinished',
    })
    await exported(user, 'organizations', { format: 'csv', columns: ['name'] })
  })

  it('begins anew where a process was killed', async () => {
    expect(await endedExport(admin, killed)).toMatchObject({ state: 'ready', rowsDone: 3 })
  })

  it('is kept for seven days', async () => {
    const done = await exported(admin, 'organizations', { format: 'csv', columns: ['name'] })
    const { platform, modules } = app.application
    const folder = exportFolder(platform, app.tenantId)
    expect(await readdir(folder)).toContain(String(done.exportId))
    const removeOld = modules.modules.flatMap(({ tasks }) => tasks?.['export:remove-old'] ?? [])[0]!
    const context = { signal: new AbortController().signal, log: platform.log }
    app.clock.advance(6.9 * 24 * 3600 * 1000)
    await removeOld({}, context)
    expect(await readdir(folder)).toContain(String(done.exportId))
    app.clock.advance(0.2 * 24 * 3600 * 1000)
    await removeOld({}, context)
    expect(await readdir(folder)).toEqual([])
    expect((await admin.get(`core/exports/${done.exportId}`)).status).toBe(404)
  })
})

/** One attempt to write an export while the storage of files is away. */
async function failingAttempt(exportId: number, isLast: boolean): Promise<void> {
  const { platform } = app.application
  const away = Object.assign(new Error('SlowDown'), { $metadata: { httpStatusCode: 503 } })
  const users = { directory: () => Promise.reject(away) }
  const { tasks } = createExportJobs(platform, { users } as unknown as ExportNeighbours)
  const signal = new AbortController().signal
  await tasks['export.run']({ tenantId: app.tenantId, exportId }, { signal, log: platform.log, isLast })
}

describe('an export that fails again and again', () => {
  it('ends with the last attempt, so that it keeps nobody from the next one', async () => {
    const exportId = await leftExport()
    await expect(failingAttempt(exportId, false)).rejects.toThrow('SlowDown')
    expect((await admin.get(`core/exports/${exportId}`)).body.data).toMatchObject({ state: 'waiting' })
    await failingAttempt(exportId, true)
    const failure = expect.stringMatching(/Export again\.$/)
    expect(await endedExport(admin, exportId)).toMatchObject({ state: 'stopped', failure })
  })

  it('is stopped between two attempts', async () => {
    const exportId = await leftExport()
    await expect(failingAttempt(exportId, false)).rejects.toThrow('SlowDown')
    const { body } = await admin.post(`core/exports/${exportId}/stop`)
    expect(body.data).toMatchObject({ state: 'stopped', failure: null })
  })
})

it('a stop leaves an export to whoever writes it, and what it tells of its progress', async () => {
  const exportId = await leftExport()
  const { owner } = app.application.platform.database
  const row = 'where tenant_id = $1 and export_id = $2'
  await owner.query(
    `update export set writer = gen_random_uuid(), rows_done = 600, rows_total = 1000 ${row}`,
    [app.tenantId, exportId],
  )
  const { body } = await admin.post(`core/exports/${exportId}/stop`)
  expect(body.data).toMatchObject({ state: 'running', rowsDone: 600 })
  const queued = `select from graphile_worker.jobs where key = 'export.run:${app.tenantId}:${exportId}'`
  expect((await owner.query(queued)).rowCount).toBe(0)
  // As when the writer was killed before it been notified of it.
  await failingAttempt(exportId, false)
  expect((await admin.get(`core/exports/${exportId}`)).body.data).toMatchObject({
    state: 'stopped',
    rowsDone: 600,
    rowsTotal: 1000,
  })
})
