import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { create, good } from '../record/record.fixture.ts'
import { feed, logOne, mentioning, titles, waitingEvents } from './timeline.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let owner: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  owner = await app.as('normalUser')
  account = await create(admin, 'accounts', { name: 'Talked of', 'system:owners': [owner.actor.userId] })
})
afterAll(() => app.stop())

const write = (client: Client, itemId: number, body: string) =>
  client.post(`core/timeline/${itemId}/comments`, { body })

describe('comments', () => {
  it('are written, changed, counted and deleted', async () => {
    const itemId = await logOne(app, admin, { on: ['accounts', account], title: 'Question' })
    const { commentId } = good(await write(owner, itemId, 'First')).data
    good(await write(manager, itemId, 'Second'))
    const [item] = (await feed(owner, 'accounts', account)).data
    expect(item).toMatchObject({ title: 'Question', commentCount: 2 })
    const listed = good(await owner.get(`core/timeline/${itemId}/comments`)).data
    expect(listed).toMatchObject([
      { body: 'First', author: { id: owner.actor.userId }, mayEdit: true, mayDelete: true, updatedAt: null },
      { body: 'Second', mayEdit: false, mayDelete: false },
    ])
    const one = `core/timeline/${itemId}/comments/${commentId}`
    expect(good(await owner.put(one, { body: 'Corrected' })).data).toMatchObject({
      body: 'Corrected',
      updatedAt: expect.any(String),
    })
    expect((await manager.put(one, { body: 'Not mine' })).body.reason).toBe('comment.not_yours')
    expect(good(await manager.delete(one)).data).toEqual({ commentId })
    expect((await owner.put(one, { body: 'Too late' })).status).toBe(404)
    expect(good(await owner.get(`core/timeline/${itemId}/comments`)).data).toHaveLength(1)
    expect(good(await owner.get(`core/timeline/${itemId}`)).data.commentCount).toBe(1)
  })

  it.each([
    ['a note', 'core/notes', { description: 'lynx\u2028puffin\u2029walrus' }],
    [
      'an activity',
      'core/entity-action/activity',
      { description: 'otter', outcome: 'stoat\u2028badger\u2029' },
    ],
  ])('leave %s to be found by all its words, whatever ends its lines', async (_, path, more) => {
    const [type] = good(await admin.get('core/activity-type')).data
    const form = { level: 'account', parentIdentifier: account, title: 'Copied', ...more }
    const activityTypeId = path.endsWith('activity') ? { activityTypeId: type.activityTypeId } : {}
    const { itemId } = good(await admin.post(path, { ...form, ...activityTypeId })).data
    good(await write(admin, itemId, 'ferret\u2028ermine'))
    good(await write(admin, itemId, 'sable'))
    const words = `${Object.values(more).join(' ')} ferret ermine sable`.replaceAll(/[\u2028\u2029]/g, ' ')
    for (const word of words.trim().split(/ +/)) {
      const found = good(await admin.get(`core/timeline/search?query=${word}`)).data
      const ids = found.map((item: { itemId: number }) => item.itemId)
      expect([word, ids.includes(itemId)]).toEqual([word, true])
    }
  })

  it('are what an item is found by, as long as they stand', async () => {
    const note = { level: 'account', parentIdentifier: account, title: 'Journey', description: 'By train' }
    const { itemId, noteId } = good(await admin.post('core/notes', note)).data
    const found = async (words: string) =>
      good(await admin.get(`core/timeline/search?query=${words}`)).data.map(
        (item: { title: string }) => item.title,
      )
    const { commentId } = good(await write(admin, itemId, 'The zeppelin is full')).data
    good(await write(owner, itemId, mentioning(admin.actor.userId)))
    good(await write(owner, itemId, 'Take the ferry'))
    expect(await found('zeppelin ferry')).toEqual(['Journey'])
    // Saving what is there already changes nothing, comments or not.
    const same = { title: 'Journey', description: 'By train', version: 1 }
    expect(good(await admin.put(`core/notes/${noteId}`, same)).data).toMatchObject({
      version: 1,
      updatedAt: null,
    })
    const one = `core/timeline/${itemId}/comments/${commentId}`
    good(await admin.put(one, { body: 'The balloon is full' }))
    good(await admin.put(`core/notes/${noteId}`, { description: 'By bus' }))
    expect(await found('zeppelin')).toEqual([])
    expect(await found('bus balloon ferry')).toEqual(['Journey'])
    expect(await titles(admin, 'accounts', account, { query: 'balloon' })).toEqual(['Journey'])
    good(await admin.delete(one))
    expect(await found('balloon')).toEqual([])
    expect(await found('bus ferry')).toEqual(['Journey'])
  })

  it('are refused where they say nothing, and on what is gone or not to be seen', async () => {
    const itemId = await logOne(app, admin, { on: ['accounts', account], title: 'Quiet' })
    for (const body of [
      '  ',
      '{"type":"doc","content":[]}',
      '{"type":"doc","content":[{"type":"script"}]}',
    ]) {
      const { status, body: answer } = await write(admin, itemId, body)
      expect([status, Object.keys(answer.fields)]).toEqual([400, ['body']])
    }
    expect((await write(await app.newUser('normalUser'), itemId, 'Hello')).status).toBe(404)
    expect((await write(await app.as('viewer'), itemId, 'Hello')).status).toBe(403)
    const { platform, modules } = app.application
    await transact(platform.database.tenant(app.tenantId), (tx) =>
      modules.timeline.remove(tx, admin.actor, itemId),
    )
    expect((await write(admin, itemId, 'Hello')).body.reason).toBe('timeline.deleted')
    expect((await admin.get(`core/timeline/${itemId}/comments`)).status).toBe(404)
  })

  it('tell the author, who commented before, and who is named', async () => {
    const itemId = await logOne(app, admin, { on: ['accounts', account], title: 'Heard' })
    good(await write(owner, itemId, 'I ask'))
    good(await write(manager, itemId, mentioning(owner.actor.userId)))
    const told = await waitingEvents(app, 'timeline.')
    const ofItem = told.filter(({ payload }) => payload['itemId'] === itemId)
    expect(ofItem).toMatchObject([
      { type: 'timeline.commented', payload: { userIds: [admin.actor.userId], by: owner.actor.userId } },
      {
        type: 'timeline.mentioned',
        payload: { userIds: [owner.actor.userId], commentId: expect.any(Number) },
      },
      { type: 'timeline.commented', payload: { by: manager.actor.userId } },
    ])
    expect(ofItem[2]?.payload['userIds']).toHaveLength(2)
    expect(await titles(admin, 'accounts', account, { unread: 1 })).toContain('Heard')
    expect(await titles(owner, 'accounts', account, { unread: 1 })).toContain('Heard')
    expect(await titles(manager, 'accounts', account, { unread: 1 })).toEqual([])
  })
})
