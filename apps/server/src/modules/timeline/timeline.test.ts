import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { create, good, undo } from '../record/record.fixture.ts'
import { feed, log, logOne, mentioning, titles, titlesOf, waitingEvents } from './timeline.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let owner: Client
let viewer: Client
let organization: number
let account: number
let contact: number
let pipeline: number

const owned = (client: Client) => ({ 'system:owners': [client.actor.userId] })
const at = (day: number) => new Date(`2026-03-${String(day).padStart(2, '0')}T12:00:00Z`)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  owner = await app.as('normalUser')
  viewer = await app.as('viewer')
  organization = await create(admin, 'organizations', { name: 'Mother' })
  account = await create(admin, 'accounts', { name: 'Daughter', organization, ...owned(owner) })
  contact = await create(admin, 'contacts', { name: 'Person', account })
  pipeline = await create(admin, 'pipelines', { name: 'Deal', account })
})
afterAll(() => app.stop())

const edit = (client: Client, itemId: number, change: object) => {
  const { platform, modules } = app.application
  return transact(platform.database.tenant(app.tenantId), (tx) =>
    modules.timeline.edit(tx, client.actor, itemId, 'note', change),
  )
}
const remove = (client: Client, itemId: number) => {
  const { platform, modules } = app.application
  return transact(platform.database.tenant(app.tenantId), (tx) =>
    modules.timeline.remove(tx, client.actor, itemId, 'note'),
  )
}

describe('an item', () => {
  it('lies on the page of its record, of all above it, and of what is linked', async () => {
    const other = await create(admin, 'accounts', { name: 'Other' })
    await log(
      app,
      admin,
      { on: ['contacts', contact], title: 'of the contact', occurredAt: at(1) },
      { on: ['pipelines', pipeline], title: 'of the pipeline', occurredAt: at(2), linkedIds: [other] },
      { on: ['accounts', account], title: 'of the account', occurredAt: at(3) },
    )
    expect(await titles(admin, 'contacts', contact)).toEqual(['of the contact'])
    expect(await titles(admin, 'accounts', account)).toEqual([
      'of the account',
      'of the pipeline',
      'of the contact',
    ])
    expect(await titles(admin, 'accounts', account, { ownOnly: 1 })).toEqual(['of the account'])
    expect(await titles(admin, 'organizations', organization)).toHaveLength(3)
    const [item] = (await feed(admin, 'accounts', other)).data
    expect(item).toMatchObject({
      kind: 'note',
      title: 'of the pipeline',
      inherited: false,
      record: { level: 4, id: pipeline, name: 'Deal' },
      linked: [{ level: 2, id: other, name: 'Other' }],
      occurredAt: '2026-03-02T12:00:00.000Z',
      author: { id: admin.actor.userId },
      audience: 'everyone',
      files: [],
      commentCount: 0,
      version: 1,
      mayEdit: true,
    })
    const above = (await feed(viewer, 'organizations', organization)).data
    expect(above.map(({ inherited, mayEdit }) => [inherited, mayEdit])).toEqual(
      above.map(() => [true, false]),
    )
    expect(good(await admin.get(`core/timeline/${item?.itemId}`)).data.linked).toHaveLength(1)
  })

  it('is told from others of the same instant when pages are turned', async () => {
    const record = await create(admin, 'accounts', { name: 'Busy' })
    const names = Array.from({ length: 25 }, (_, n) => `n${n}`)
    await log(
      app,
      admin,
      ...names.map((title, n) => ({
        on: ['accounts', record] as ['accounts', number],
        title,
        occurredAt: n < 20 ? at(5) : at(4),
      })),
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await feed(admin, 'accounts', record, { pageSize: 4, ...(cursor && { cursor }) })
      seen.push(...titlesOf(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.toSorted()).toEqual(names.toSorted())
    expect(seen.slice(20).toSorted()).toEqual(names.slice(20).toSorted())
    expect(await titles(admin, 'accounts', record, { pageSize: 100 })).toEqual(seen)
  })

  it('is found by kind, author, time, words and marks', async () => {
    const record = await create(admin, 'accounts', { name: 'Filtered' })
    const on: ['accounts', number] = ['accounts', record]
    const [note, call] = await log(
      app,
      admin,
      { on, title: 'Renewal', words: 'They asked about the roadmap', occurredAt: at(1) },
      {
        on,
        kind: 'pulse',
        title: 'Call',
        words: 'Budget',
        details: { pulse: 4, previous: null },
        occurredAt: at(2),
      },
    )
    await logOne(app, manager, { on, title: 'Second', occurredAt: at(3) })
    const found = (more: Record<string, string | number>) => titles(admin, 'accounts', record, more)
    expect(await found({ kinds: 'pulse' })).toEqual(['Call'])
    expect(await found({ kinds: 'pulse,note' })).toEqual(['Second', 'Call', 'Renewal'])
    expect(await found({ kinds: 'change' })).toEqual([])
    expect(await found({ authors: String(manager.actor.userId) })).toEqual(['Second'])
    expect(await found({ from: at(2).toISOString(), until: at(3).toISOString() })).toEqual(['Call'])
    expect(await found({ query: 'asked ROAD' })).toEqual(['Renewal'])
    expect(await found({ query: 'ask road' })).toEqual([])
    expect(await found({ query: '!!!' })).toEqual([])
    expect(await found({ withFiles: 1 })).toEqual([])

    const mark = (client: Client, body: object = {}) => client.patch(`core/timeline/${note}/bookmark`, body)
    expect(good(await mark(admin)).data).toEqual({ itemId: note, bookmarked: true })
    expect(good(await mark(admin, { bookmarkStatus: true })).data.bookmarked).toBe(true)
    expect(await found({ bookmarked: 1 })).toEqual(['Renewal'])
    expect(await titles(manager, 'accounts', record, { bookmarked: 1 })).toEqual([])
    expect(good(await admin.patch(`core/timeline/${call}/pin`, { pinStatus: true })).data.pinned).toBe(true)
    expect(await titles(viewer, 'accounts', record, { pinned: 1 })).toEqual(['Call'])
    const page = await feed(admin, 'accounts', record)
    expect(titlesOf({ data: page.first })).toEqual(['Call', 'Renewal'])
    expect(titlesOf(page)).toEqual(['Second', 'Call', 'Renewal'])
    expect((await feed(admin, 'accounts', record, { kinds: 'note' })).first).toEqual([])
    expect(good(await mark(admin)).data.bookmarked).toBe(false)
    expect((await viewer.patch(`core/timeline/${call}/pin`, { pinStatus: false })).status).toBe(403)
  })

  it('is refused where it says something that cannot be', async () => {
    const stray = { on: ['accounts', 999_999] as ['accounts', number] }
    await expect(logOne(app, admin, stray)).rejects.toMatchObject({ code: 'not_found' })
    await expect(logOne(app, admin, { on: ['contacts', account] })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(
      logOne(app, admin, { on: ['accounts', account], linkedIds: [999_999] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { linkedEntities: expect.stringContaining('999999') },
    })
    const ask = async (query: string) => {
      const { status, body } = await admin.get(
        `core/timeline?level=account&parentIdentifier=${account}&${query}`,
      )
      return [status, Object.keys(body.fields ?? {})]
    }
    expect(await ask('cursor=nonsense')).toEqual([400, ['cursor']])
    const early = Buffer.from('-300000000000000000.1').toString('base64url')
    expect(await ask(`cursor=${early}`)).toEqual([400, ['cursor']])
    expect(await ask('from=yesterday')).toEqual([400, ['from']])
    expect(await ask('until=275000-01-01T00:00:00Z')).toEqual([400, ['until']])
    expect(await ask('kinds=letter')).toEqual([400, expect.any(Array)])
    expect((await admin.get(`core/timeline?level=contact&parentIdentifier=${account}`)).status).toBe(404)
  })
})

describe('editing', () => {
  it('keeps what was, and refuses to write over what others changed', async () => {
    const itemId = await logOne(app, owner, { on: ['accounts', account], title: 'Draft', words: 'old words' })
    await edit(manager, itemId, { title: 'Better', version: 1 })
    await edit(owner, itemId, { body: 'New text', words: 'New text', version: 1 })
    await expect(edit(owner, itemId, { title: 'Mine', version: 1 })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'timeline.changed',
    })
    await edit(owner, itemId, { title: 'Better', version: 1 })
    const read = good(await viewer.get(`core/timeline/${itemId}`)).data
    expect(read).toMatchObject({
      title: 'Better',
      text: 'New text',
      version: 3,
      updatedAt: expect.any(String),
    })
    const revisions = good(await viewer.get(`core/timeline/${itemId}/revisions`)).data
    expect(revisions).toMatchObject([
      { version: 2, act: 'edit', by: { id: owner.actor.userId }, before: { body: null, text: 'old words' } },
      { version: 1, act: 'edit', by: { id: manager.actor.userId }, before: { title: 'Draft' } },
    ])
    const other = await app.newUser('normalUser')
    await expect(edit(other, itemId, { title: 'No' })).rejects.toMatchObject({ code: 'not_found' })
    const mine = await logOne(app, admin, { on: ['accounts', account], title: 'Of the administrator' })
    await expect(edit(owner, mine, { title: 'No' })).rejects.toMatchObject({ code: 'forbidden' })
    expect((await owner.patch(`core/timeline/${mine}/pin`, { pinStatus: true })).status).toBe(403)
  })

  it('moves an item in time and between what it is linked with', async () => {
    const [one, two] = [
      await create(admin, 'accounts', { name: 'One' }),
      await create(admin, 'accounts', { name: 'Two' }),
    ]
    const itemId = await logOne(app, admin, { on: ['accounts', one], title: 'Here', linkedIds: [two] })
    await logOne(app, admin, { on: ['accounts', one], title: 'Between', occurredAt: at(10) })
    await edit(admin, itemId, { occurredAt: at(20), linkedIds: [contact] })
    expect(await titles(admin, 'accounts', one)).toEqual(['Here', 'Between'])
    expect(await titles(admin, 'accounts', two)).toEqual([])
    expect(await titles(admin, 'contacts', contact)).toContain('Here')
  })

  it('of a deleted item is refused; it comes back with what it had', async () => {
    const record = await create(admin, 'accounts', { name: 'Forgetful', ...owned(owner) })
    const itemId = await logOne(app, owner, {
      on: ['accounts', account],
      title: 'Gone',
      words: 'gonesearch',
      linkedIds: [record],
    })
    good(await manager.patch(`core/timeline/${itemId}/pin`, { pinStatus: true }))
    await remove(owner, itemId)
    expect(await titles(admin, 'accounts', record)).toEqual([])
    expect((await admin.get(`core/timeline/${itemId}`)).status).toBe(404)
    expect(good(await admin.get('core/timeline/search?query=gonesearch')).data).toEqual([])
    await expect(edit(owner, itemId, { title: 'Still here' })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'timeline.deleted',
    })
    await expect(remove(owner, itemId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This note has already been deleted.',
    })
    expect((await viewer.post(`core/timeline/${itemId}/restore`)).status).toBe(403)
    expect(good(await owner.post(`core/timeline/${itemId}/restore`)).data).toMatchObject({
      title: 'Gone',
      pinned: true,
      linked: [{ id: record }],
    })
    expect((await owner.post(`core/timeline/${itemId}/restore`)).body.reason).toBe('timeline.not_deleted')
    expect(await titles(admin, 'accounts', record, { pinned: 1 })).toEqual(['Gone'])
  })

  it('keeps a record whose creation is undone', async () => {
    const { changeSetId, data } = good(
      await admin.post('core/accounts', { globalFields: { name: 'Logged on' } }),
    )
    await logOne(app, admin, { on: ['accounts', data.accountId], title: 'A note' })
    expect(await undo(admin, changeSetId)).toMatchObject({
      undone: 0,
      kept: [{ id: data.accountId, message: 'Kept, because something was logged on it since.' }],
    })
    expect(await titles(admin, 'accounts', data.accountId)).toEqual(['A note'])
  })
})

describe('mentions', () => {
  it('tell who may read the item, the first time', async () => {
    const record = await create(admin, 'accounts', { name: 'Named', ...owned(owner) })
    const stranger = await app.newUser('normalUser')
    const unseen = logOne(app, admin, { on: ['accounts', record], body: mentioning(stranger.actor.userId) })
    await expect(unseen).rejects.toMatchObject({ code: 'invalid_input', reason: 'mention.unseen' })
    const ids = [owner, viewer, admin].map(({ actor }) => actor.userId)
    const before = await waitingEvents(app, 'timeline.mentioned')
    const itemId = await logOne(app, admin, {
      on: ['accounts', record],
      title: 'Look',
      body: mentioning(...ids),
    })
    await edit(admin, itemId, { body: mentioning(...ids, manager.actor.userId), title: 'Look again' })
    const told = (await waitingEvents(app, 'timeline.mentioned')).slice(before.length)
    expect(told.map(({ payload }) => payload)).toEqual([
      {
        itemId,
        commentId: null,
        userIds: expect.toSatisfy(
          (them: number[]) =>
            new Set(them).symmetricDifference(new Set([owner.actor.userId, viewer.actor.userId])).size === 0,
        ),
        by: admin.actor.userId,
      },
      { itemId, commentId: null, userIds: [manager.actor.userId], by: admin.actor.userId },
    ])
    expect(await titles(owner, 'accounts', record, { unread: 1 })).toEqual(['Look again'])
    expect(await titles(admin, 'accounts', record, { unread: 1 })).toEqual([])
    good(await owner.post('core/timeline/seen', { itemIds: [itemId] }))
    expect(await titles(owner, 'accounts', record, { unread: 1 })).toEqual([])
    expect(await titles(viewer, 'accounts', record, { unread: 1 })).toEqual(['Look again'])
  })
})
