import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good, undo } from '../record/record.fixture.ts'
import {
  applyPlaybook,
  createAccounts,
  createPlaybook,
  holdBatches,
  instances,
  patience,
  readApplication,
  readInstance,
  templates,
} from './playbook.fixture.ts'

const effect = { measure: 'health', field: null, days: 90, holdOutPercent: 0 }
/** Three batches of a job. */
const many = 450

let app: TestApp
let admin: Client
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const deactivate = async ({ actor }: Client, handOverTo?: Client) =>
  good(
    await admin.patch(`user-management/users/${actor.userId}/status`, {
      status: 'DEACTIVATED',
      handOverTo: handOverTo?.actor.userId,
    }),
  )

async function ended(client: Client, applicationId: number) {
  const stateOf = async () => (await readApplication(client, applicationId)).state
  await expect.poll(stateOf, { timeout: patience }).not.toBe('running')
  return readApplication(client, applicationId)
}

const running = async (templateId: number): Promise<number> =>
  good(await admin.get(`${instances}?templateId=${templateId}&hideDone=true&pageSize=1`)).totalItemCount

describe('between the preview and the application', () => {
  it('a deactivated assignee is passed over for the primary owner, who is named with the reason', async () => {
    const leaver = await app.newUser('manager')
    const templateId = await createPlaybook(manager, {
      steps: [{ key: 'a', title: 'A', assignee: { rule: 'user', userId: leaver.actor.userId } }],
    })
    const entities = [await create(manager, 'accounts', { name: 'Northwind' })]
    const preview = good(await manager.post(`${templates}/${templateId}/preview`, { entities })).data
    expect(preview.sample[0].steps[0].assignee.id).toBe(leaver.actor.userId)
    await deactivate(leaver)
    const { instanceIds } = await applyPlaybook(manager, templateId, { entities })
    const { steps } = await readInstance(manager, instanceIds[0] as number)
    expect(steps[0]).toMatchObject({
      assignee: { id: manager.actor.userId },
      reason: expect.stringMatching(/can't take it\. Primary owner\.$/),
    })
  })

  it('a deactivated owner of the instances is refused, or passed over where the job runs already', async () => {
    const leaver = await app.newUser('manager')
    const ownerId = leaver.actor.userId
    const templateId = await createPlaybook(manager, { effect })
    const entities = await createAccounts(app, manager, many)
    const batch = await holdBatches(app)
    const { applicationId } = await applyPlaybook(manager, templateId, { entities, ownerId })
    await batch.reached()
    await deactivate(leaver)
    await batch.release()
    expect(await ended(manager, applicationId)).toMatchObject({ state: 'completed', applied: many })
    const ownedBy = async (id: number) =>
      good(await admin.get(`${instances}?templateId=${templateId}&ownerId=${id}&pageSize=1`)).totalItemCount
    expect([await ownedBy(ownerId), await ownedBy(manager.actor.userId)]).toEqual([200, many - 200])
    const late = await manager.post(`${templates}/${templateId}/apply`, { entities, ownerId })
    expect([late.status, late.body.fields]).toEqual([400, { ownerId: expect.any(String) }])
  })
})

describe('while a playbook is being applied to many records', () => {
  it('archiving it waits for the batch, ends what runs, and no further record gets it', async () => {
    const templateId = await createPlaybook(manager, { effect })
    const entities = await createAccounts(app, manager, many)
    const batch = await holdBatches(app)
    const { applicationId } = await applyPlaybook(manager, templateId, { entities })
    await batch.reached()
    const archived = admin.post(`${templates}/${templateId}/archive`, { action: 'archive' })
    const { owner } = app.application.platform.database
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(async () => (await owner.query(waiting)).rowCount, { timeout: patience })
      .toBeGreaterThanOrEqual(2)
    await batch.release()
    good(await archived)
    const done = await ended(manager, applicationId)
    expect(done).toMatchObject({
      state: 'failed',
      applied: 200,
      failure: 'This playbook is not active. Activate it first. 200 records have got it.',
    })
    expect(await running(templateId)).toBe(0)
    await undo(manager, done.changeSetId as number)
  })

  it('it stops when the user who started it is deactivated, and one undo takes back what was done', async () => {
    const leaver = await app.newUser('manager')
    const templateId = await createPlaybook(manager, { effect })
    const entities = await createAccounts(app, manager, many)
    const batch = await holdBatches(app)
    const { applicationId } = await applyPlaybook(leaver, templateId, { entities })
    await batch.reached()
    await deactivate(leaver)
    await batch.release()
    const done = await ended(manager, applicationId)
    expect(done).toMatchObject({
      state: 'failed',
      applied: 200,
      failure:
        'The user who started this no longer has permission to apply playbooks. 200 records have got it.',
    })
    expect(await running(templateId)).toBe(200)
    expect(await undo(manager, done.changeSetId as number)).toMatchObject({ kept: [] })
    expect(await running(templateId)).toBe(0)
  })

  it('a record on which it came to run since its batch was put together keeps that, and gets no tasks', async () => {
    const templateId = await createPlaybook(manager, { effect })
    const entities = await createAccounts(app, manager, many)
    const { owner } = app.application.platform.database
    const taken = async (): Promise<number> =>
      (await owner.query('select last_value::int as n from playbook_instance_instance_id_seq')).rows[0].n
    const before = await taken()
    const batch = await holdBatches(app)
    const { applicationId } = await applyPlaybook(manager, templateId, { entities })
    await batch.reached()
    // The second batch, which is put together while the first one is written.
    await expect.poll(taken, { timeout: patience }).toBeGreaterThanOrEqual(before + 400)
    const late = entities[300] as number
    await owner.query(
      `insert into playbook_instance (tenant_id, template_id, version, record_id, status, start_on, created_at)
       values ($1, $2, 1, $3, 1, current_date, now())`,
      [app.tenantId, templateId, late],
    )
    await batch.release()
    const done = await ended(manager, applicationId)
    expect(done).toMatchObject({ state: 'completed', applied: many - 1, running: 1, tasks: 3 * (many - 1) })
    const { rows } = await owner.query(
      `select record_id::int as id, count(*)::int as n from task where record_id = any($1) group by 1 having count(*) <> 3`,
      [entities],
    )
    expect(rows).toEqual([])
    expect((await owner.query('select from task where record_id = $1', [late])).rowCount).toBe(0)
  })
})
