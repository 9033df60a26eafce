import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { columns, run } from '../bulk/bulk.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { create, defineField, edit, good, undo } from '../record/record.fixture.ts'
import { logOne, mentioning } from '../timeline/timeline.fixture.ts'
import { drawer, kindsOf, settle, textsOf, unseen } from './notification.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let adminName: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  await app.application.startWorker()
  const { users } = app.application.modules
  adminName = (await users.directory(app.tenantId)).byId.get(admin.actor.userId)?.name ?? ''
})
afterAll(() => app.stop())

const owned = (owners: Client[]) => ({ 'system:owners': owners.map(({ actor }) => actor.userId) })

/** Gives many accounts to a user in one operation. */
async function assignMany(by: Client, ids: number[], to: Client): Promise<void> {
  good(await by.post('core/accounts/assign', { ids, owners: [to.actor.userId] }))
}

/** Imports accounts without owners; answers their ids. */
async function createMany(count: number): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    externalId: `many-${at}`,
    name: `Account ${String(at).padStart(3, '0')}`,
  }))
  const job = await run(admin, { level: 'account', config: { columns: [], key: ['externalId'] }, data: rows })
  expect(job.counts.create, JSON.stringify(job)).toBe(count)
  const { rows: found } = await app.application.platform.database.owner.query<{ id: number }>(
    `select record_id::int as id from record where tenant_id = $1 and external_id like 'many-%' order by 1`,
    [app.tenantId],
  )
  return found.map(({ id }) => id)
}

describe('changes of owners', () => {
  it('notify who gains a record, at the top of the drawer and in the counts', async () => {
    const user = await app.newUser('normalUser')
    const id = await create(admin, 'accounts', { name: 'Acme', ...owned([admin]) })
    await edit(admin, 'accounts', id, owned([user, admin]))
    await settle(app)
    const page = await drawer(user)
    expect(page.notifications).toMatchObject([
      {
        category: 'entity',
        kind: 'owner.primary.gained',
        isSeen: false,
        count: 1,
        text: `${adminName} assigned Acme to you`,
        actor: { id: admin.actor.userId, name: adminName },
        subject: { kind: 'record', id, name: 'Acme', level: 2, recordId: id },
      },
    ])
    expect(page).toMatchObject({ hasMore: false })
    expect(await unseen(user)).toEqual({ task: 0, playbook: 0, entity: 1, email: 0, bulkUpdate: 0, all: 1 })
  })

  it('tell primary from secondary owners, and report a loss to those who still see the record', async () => {
    const [first, second] = [await app.newUser('manager'), await app.newUser('manager')]
    const id = await create(admin, 'accounts', { name: 'Shared', ...owned([first]) })
    await edit(admin, 'accounts', id, owned([second, first]))
    await edit(admin, 'accounts', id, owned([second]))
    await settle(app)
    expect(kindsOf((await drawer(first)).notifications)).toEqual([
      'owner.secondary.lost',
      'owner.primary.lost',
      'owner.primary.gained',
    ])
    expect(kindsOf((await drawer(second)).notifications)).toEqual(['record.changed', 'owner.primary.gained'])
  })

  it('of 212 records at once are one notification, with the records behind it', async () => {
    const user = await app.newUser('normalUser')
    const ids = await createMany(212)
    await assignMany(manager, ids, user)
    await settle(app)
    const { notifications } = await drawer(user)
    expect(notifications).toHaveLength(1)
    const [one] = notifications
    expect(one).toMatchObject({ count: 212, subject: { kind: 'changeSet' } })
    expect(one?.text).toMatch(/ assigned 212 accounts to you$/)
    expect(await unseen(user)).toMatchObject({ entity: 1, all: 1 })
    const listed: number[] = []
    for (let lastId = 0; ;) {
      const page = good(
        await user.get(`notification/notification/${one?.id}/records${lastId ? `?lastId=${lastId}` : ''}`),
      ).data
      listed.push(...page.records.map(({ recordId }: { recordId: number }) => recordId))
      if (!page.hasMore) break
      lastId = listed.at(-1) as number
    }
    expect(listed).toEqual(ids)
    // Of what was taken away since, nothing is behind it.
    await edit(admin, 'accounts', ids[0] as number, owned([admin]))
    const rest = good(await user.get(`notification/notification/${one?.id}/records`)).data
    expect(rest.records[0].recordId).toBe(ids[1])
    const other = await app.newUser('administrator')
    expect((await other.get(`notification/notification/${one?.id}/records`)).status).toBe(404)
  })

  it('notify no one of what they did themselves, also through a token of their own', async () => {
    const user = await app.newUser('administrator')
    const created = good(
      await user.post('identity/api-tokens', { name: 'Mine', permissions: ['record.read', 'record.edit'] }),
    )
    const id = await create(user, 'accounts', { name: 'Own', ...owned([user]) })
    const byToken = await app.application.app.inject({
      method: 'POST',
      url: `/api/core/accounts/${id}`,
      headers: { authorization: `Bearer ${created.data.token}` },
      payload: { data: { name: 'Own, renamed' } },
    })
    expect(byToken.statusCode).toBe(200)
    await settle(app)
    expect((await drawer(user)).notifications).toEqual([])
  })
})

describe('changes of other users of a record', () => {
  it('notify who is set and who is removed, by the name of the field', async () => {
    const user = await app.newUser('manager')
    const field = await defineField(admin, 'account', 'onboarding_manager', 'user')
    const id = await create(admin, 'accounts', { name: 'Led', ...owned([admin]) })
    await edit(admin, 'accounts', id, { [field.name]: user.actor.userId })
    await edit(admin, 'accounts', id, { [field.name]: null })
    await settle(app)
    expect(textsOf(await drawer(user))).toEqual([
      `${adminName} removed you as onboarding_manager of Led`,
      `${adminName} set you as onboarding_manager of Led`,
    ])
  })

  it('notify who is named in a record that someone creates for themselves', async () => {
    const user = await app.newUser('manager')
    const field = await defineField(admin, 'account', 'advisor', 'user')
    await create(admin, 'accounts', { name: 'Own', ...owned([admin]) })
    await create(admin, 'accounts', { name: 'Advised', ...owned([admin]), [field.name]: user.actor.userId })
    await settle(app)
    expect(textsOf(await drawer(user))).toEqual([`${adminName} set you as advisor of Advised`])
  })
})

describe('what someone may not see', () => {
  it('is in no list and no count once the right is withdrawn', async () => {
    const user = await app.newUser('normalUser')
    const id = await create(admin, 'accounts', { name: 'Secret', ...owned([admin]) })
    const itemId = await logOne(app, admin, { on: ['accounts', id], title: 'Plan' })
    await edit(admin, 'accounts', id, owned([admin, user]))
    const text = mentioning(user.actor.userId)
    good(await admin.post(`core/timeline/${itemId}/comments`, { body: text }))
    await settle(app)
    expect(await unseen(user)).toMatchObject({ all: 2 })
    await edit(admin, 'accounts', id, owned([admin]))
    expect((await drawer(user)).notifications).toEqual([])
    expect(await unseen(user)).toMatchObject({ all: 0 })
    await settle(app)
    expect(await unseen(user)).toMatchObject({ all: 0 })
  })

  it('is dropped when the role sees less, and when the record is gone', async () => {
    const user = await app.newUser('manager')
    const id = await create(admin, 'accounts', { name: 'Followed', ...owned([admin]) })
    good(await user.put(`notification/records/${id}/follow`, { follows: true }))
    const gone = await create(admin, 'accounts', { name: 'Gone', ...owned([user]) })
    const { rows } = await app.application.platform.database.owner.query(
      'select max(change_set_id)::int as id from change_set where tenant_id = $1',
      [app.tenantId],
    )
    await edit(admin, 'accounts', id, { about: 'Changed' })
    await settle(app)
    expect(await unseen(user)).toMatchObject({ all: 2 })
    await undo(admin, rows[0].id)
    expect(textsOf(await drawer(user))).toEqual([`${adminName} changed Followed`])
    expect(await unseen(user)).toMatchObject({ all: 1 })
    expect(gone).toBeGreaterThan(0)
    good(await admin.patch(`user-management/users/${user.actor.userId}`, { roleId: 1 }))
    await settle(app)
    const { rows: left } = await app.application.platform.database.owner.query(
      'select n from notification_unseen where tenant_id = $1 and recipient = $2 and n <> 0',
      [app.tenantId, user.actor.userId],
    )
    expect(left).toEqual([])
  })

  it('is not reported to followers who lost the record', async () => {
    const user = await app.newUser('normalUser')
    const id = await create(admin, 'accounts', { name: 'Left', ...owned([user]) })
    good(await user.put(`notification/records/${id}/follow`, { follows: true }))
    await edit(admin, 'accounts', id, owned([admin]))
    await edit(admin, 'accounts', id, { about: 'A secret' })
    await settle(app)
    expect((await drawer(user)).notifications).toEqual([])
    expect(await unseen(user)).toMatchObject({ all: 0 })
    expect((await user.get(`notification/records/${id}/follow`)).status).toBe(404)
  })
})

describe('mentions, comments and jobs', () => {
  it('notify of a mention and of comments on what one wrote', async () => {
    const user = await app.newUser('manager')
    const id = await create(admin, 'accounts', { name: 'Discussed', ...owned([admin]) })
    const itemId = await logOne(app, user, { on: ['accounts', id], title: 'Question' })
    const mention = mentioning(user.actor.userId)
    good(await admin.post(`core/timeline/${itemId}/comments`, { body: mention }))
    good(await admin.post(`core/timeline/${itemId}/comments`, { body: 'And one more' }))
    await settle(app)
    expect(textsOf(await drawer(user))).toEqual([
      `${adminName} wrote 2 comments on Discussed`,
      `${adminName} mentioned you on Discussed`,
    ])
  })

  it('report an import, and its undo, to who started it', async () => {
    const user = await app.newUser('manager')
    const uploadId = await upload(app, user, 'customers.csv', 'Name,Id\nOne,x1\nTwo,x2\n')
    const job = await run(user, {
      level: 'account',
      config: { columns: columns('name', 'externalId'), uploadId } as never,
    })
    await settle(app)
    const [one] = (await drawer(user, '&category=bulkUpdate')).notifications
    expect(one).toMatchObject({
      kind: 'job.finished',
      text: 'Import "customers.csv" finished: 2 created',
      subject: { kind: 'job', id: job.jobId },
    })
    expect(await unseen(user)).toMatchObject({ bulkUpdate: 1, entity: 0, all: 1 })
  })
})
