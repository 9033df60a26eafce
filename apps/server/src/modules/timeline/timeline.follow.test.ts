import { recordChanged } from '@steward/contracts/event/record.event'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { confirm } from '../../../test/sign-in.ts'
import { query, transact } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import { columns, run } from '../bulk/bulk.fixture.ts'
import { publishModel } from '../health-model/health-model.fixture.ts'
import { create, edit, good, undo } from '../record/record.fixture.ts'
import { changesOf, feed, logOne, titles, until } from './timeline.fixture.ts'

let app: TestApp
let admin: Client
let stages: { lifecycleStageId: number; displayName: string }[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  stages = good(await admin.get('core/lifecycles?level=account')).data
  // Scores that follow a change would be delivered as well.
  await publishModel(admin, 2, { measures: [] })
  await app.application.startWorker()
})
afterAll(() => app.stop())

const changesOn = async (id: number) => (await feed(admin, 'accounts', id, { kinds: 'change' })).data

describe('what the ledger tells', () => {
  it('is on the timeline in words, and so is its undoing', async () => {
    const [, second] = stages
    const mother = await create(admin, 'organizations', { name: 'Above' })
    const id = await create(admin, 'accounts', { name: 'Changing', organization: mother })
    await edit(admin, 'accounts', id, { about: 'Nothing to tell' })
    const changeSetId = await edit(admin, 'accounts', id, {
      'system:lifecycleStageId': second?.lifecycleStageId,
    })
    const [item] = await until(
      () => changesOn(id),
      (found) => found.length === 1,
    )
    expect(item).toMatchObject({
      kind: 'change',
      details: {
        changeSetId,
        source: 'person',
        actor: null,
        causes: [],
        changes: [{ label: expect.any(String), before: stages[0]?.displayName, after: second?.displayName }],
      },
      author: { id: admin.actor.userId },
      mayEdit: false,
    })
    expect((await feed(admin, 'organizations', mother)).data).toMatchObject([
      { kind: 'change', inherited: true },
    ])
    await undo(admin, changeSetId)
    const both = await until(
      () => changesOn(id),
      (found) => found.length === 2,
    )
    expect(changesOf(both)[0]).toMatchObject([{ before: second?.displayName, after: stages[0]?.displayName }])
    expect((await admin.patch(`core/timeline/${item?.itemId}/pin`, { pinStatus: true })).status).toBe(403)
  })

  it('shows the API token or the import that a change came from', async () => {
    await confirm(app, admin)
    const body = { name: 'Billing export', permissions: ['record.read', 'record.edit'] }
    const { token, apiTokenId } = good(await admin.post('identity/api-tokens', body)).data
    const program: Client = { ...admin, ...clientOf(app.application, token) }
    const id = await create(admin, 'accounts', { name: 'Seen by a program' })
    await edit(program, 'accounts', id, { pulse: 3 })
    const [item] = await until(
      () => changesOn(id),
      (found) => found.length === 1,
    )
    const actor = { kind: 'apiToken', id: apiTokenId, name: 'Billing export' }
    expect(item).toMatchObject({
      author: { id: admin.actor.userId },
      details: { source: 'api', actor, causes: [] },
    })
    const config = {
      fileName: 'customers.csv',
      mode: 'update' as const,
      key: ['system:internalId'],
      columns: columns('system:internalId', 'system:pulse'),
    }
    await run(admin, { level: 'account', config, data: [{ 'system:internalId': id, 'system:pulse': 5 }] })
    const [imported] = await until(
      () => changesOn(id),
      (found) => found.length === 2,
    )
    expect(imported?.details).toMatchObject({
      source: 'import',
      actor: { kind: 'person', id: admin.actor.userId },
      causes: [{ kind: 'import', name: 'customers.csv' }],
    })
  })

  it('tells owners by their names, and churn with its date', async () => {
    const user = await app.newUser('manager')
    const id = await create(admin, 'accounts', { name: 'Handed over' })
    good(await admin.post('core/accounts/assign', { ids: [id], owners: [user.actor.userId] }))
    good(await admin.put(`core/accounts/${id}/churn-status`, { churned: true, date: '2026-02-01' }))
    const found = await until(
      () => changesOn(id),
      (items) => items.length === 2,
    )
    const texts = changesOf(found).map((changes) => changes.map(({ after }) => after))
    expect(texts[0]).toEqual(expect.arrayContaining(['2026-02-01']))
    expect(texts[1]).toEqual([expect.stringMatching(/^First\d+ Last\d+$/)])
  })

  it('is told once, although it is heard twice', async () => {
    const id = await create(admin, 'accounts', { name: 'Twice' })
    const changeSetId = await edit(admin, 'accounts', id, { 'system:pulse': 2 })
    await until(
      () => changesOn(id),
      (found) => found.length === 1,
    )
    const db = app.application.platform.database.tenant(app.tenantId)
    const again = { ...recordChanged.example, changeSetId, keys: ['pulse'] }
    await transact(db, (tx) => publish(tx, app.tenantId, recordChanged, again))
    const last = await edit(admin, 'accounts', id, { 'system:pulse': 3 })
    const found = await until(
      () => changesOn(id),
      (items) => items.some((item) => item.kind === 'change' && item.details.changeSetId === last),
    )
    // Pulses move the health as well, which is distinguished.
    const told = found.flatMap((item) => (item.kind === 'change' ? [item.details.changeSetId] : []))
    expect(told.filter((one) => one === changeSetId)).toHaveLength(1)
  })

  it('is there for each record of a bulk update', async () => {
    const ids = await Promise.all(
      ['one', 'two', 'three'].map((name) => create(admin, 'accounts', { name: `Mass ${name}` })),
    )
    const { jobId } = good(
      await admin.post('core/entity/bulk', {
        type: 'entity',
        level: 'account',
        data: ids.map((id) => ({ id, data: { 'system:pulse': 5 } })),
      }),
    ).data
    expect(jobId).toBeGreaterThan(0)
    for (const id of ids) {
      const [item] = await until(
        () => changesOn(id),
        (found) => found.length === 1,
      )
      expect(changesOf([item as NonNullable<typeof item>])).toMatchObject([
        [{ before: null, after: 'Very Satisfied' }],
      ])
    }
  })

  it('goes with a record whose creation is undone', async () => {
    const { changeSetId, data } = good(
      await admin.post('core/accounts', { globalFields: { name: 'Short-lived' } }),
    )
    const pulse = await edit(admin, 'accounts', data.accountId, { 'system:pulse': 1 })
    await undo(admin, pulse)
    await until(
      () => changesOn(data.accountId),
      (found) => found.length === 2,
    )
    const places = async () => {
      const db = app.application.platform.database.tenant(app.tenantId)
      return query(db, 'select from timeline_place where tenant_id = $1 and record_id = $2', [
        app.tenantId,
        data.accountId,
      ])
    }
    expect(await places()).toHaveLength(2)
    expect(await undo(admin, changeSetId)).toMatchObject({ undone: 1, kept: [] })
    expect(await places()).toEqual([])
    expect((await admin.get(`core/timeline?level=account&parentIdentifier=${data.accountId}`)).status).toBe(
      404,
    )
  })
})

describe('a record that moves', () => {
  it('takes its items along, and those of all below it', async () => {
    const [from, to] = [
      await create(admin, 'organizations', { name: 'From' }),
      await create(admin, 'organizations', { name: 'To' }),
    ]
    const account = await create(admin, 'accounts', { name: 'Moving', organization: from })
    const contact = await create(admin, 'contacts', { name: 'Moves too', account })
    const witness = await create(admin, 'accounts', { name: 'Stays', organization: from })
    await logOne(app, admin, { on: ['accounts', account], title: 'of the account', linkedIds: [witness] })
    await logOne(app, admin, { on: ['contacts', contact], title: 'of the contact' })
    expect((await titles(admin, 'organizations', from)).toSorted()).toEqual([
      'of the account',
      'of the contact',
    ])

    good(await admin.post(`core/accounts/${account}/move`, { formData: { organizationId: to } }))
    const moved = await until(
      () => titles(admin, 'organizations', to),
      (found) => found.length === 2,
    )
    expect(moved.toSorted()).toEqual(['of the account', 'of the contact'])
    const left = await feed(admin, 'organizations', from)
    expect(left.data).toMatchObject([{ title: 'of the account', inherited: true }])
    expect((await titles(admin, 'accounts', account)).toSorted()).toEqual([
      'of the account',
      'of the contact',
    ])
  })
})
