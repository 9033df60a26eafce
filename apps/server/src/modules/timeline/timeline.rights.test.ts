import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { log, logOne, titles, titlesOf } from './timeline.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let owner: Client
let viewer: Client
let account: number

const owned = (client: Client) => ({ 'system:owners': [client.actor.userId] })
const at = (day: number) => new Date(`2026-03-${String(day).padStart(2, '0')}T12:00:00Z`)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  owner = await app.as('normalUser')
  viewer = await app.as('viewer')
  account = await create(admin, 'accounts', { name: 'Ours', ...owned(owner) })
})
afterAll(() => app.stop())

const search = async (client: Client) => titlesOf(good(await client.get('core/timeline/search?query=xylo')))

describe('who reads', () => {
  it('is who sees the record, and what brings the item to it', async () => {
    const [mine, theirs] = [
      await create(admin, 'accounts', { name: 'Mine', ...owned(owner) }),
      await create(admin, 'accounts', { name: 'Theirs' }),
    ]
    const deal = await create(admin, 'pipelines', { name: 'Hidden deal', account: mine })
    const person = await create(admin, 'contacts', { name: 'Seen person', account: mine })
    const ids = await log(
      app,
      admin,
      { on: ['accounts', mine], title: 'own', occurredAt: at(4) },
      { on: ['contacts', person], title: 'contact', occurredAt: at(3) },
      { on: ['pipelines', deal], title: 'pipeline', occurredAt: at(2) },
      { on: ['accounts', theirs], title: 'linked', occurredAt: at(1), linkedIds: [person] },
    )
    expect(await titles(owner, 'accounts', mine)).toEqual(['own', 'contact', 'linked'])
    expect(await titles(admin, 'accounts', mine)).toEqual(['own', 'contact', 'pipeline', 'linked'])
    expect((await owner.get(`core/timeline?level=account&parentIdentifier=${theirs}`)).status).toBe(404)
    const statuses = await Promise.all(ids.map(async (id) => (await owner.get(`core/timeline/${id}`)).status))
    expect(statuses).toEqual([200, 200, 404, 200])
    expect((await owner.patch(`core/timeline/${ids[2]}/bookmark`, {})).status).toBe(404)
    await expect(logOne(app, owner, { on: ['accounts', theirs], title: 'No' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is the audience, and nobody is above that', async () => {
    const record = await create(admin, 'accounts', { name: 'Secret', ...owned(owner) })
    const on: ['accounts', number] = ['accounts', record]
    await log(
      app,
      manager,
      { on, title: 'private', words: 'xylophone', audience: 'participants', occurredAt: at(3) },
      { on, title: 'team', words: 'xylophone', audience: 'team', occurredAt: at(2) },
      {
        on,
        title: 'with viewer',
        words: 'xylophone',
        audience: 'participants',
        participants: [viewer.actor.userId],
        occurredAt: at(1),
      },
    )
    expect(await titles(manager, 'accounts', record)).toEqual(['private', 'team', 'with viewer'])
    expect(await titles(admin, 'accounts', record)).toEqual([])
    expect(await titles(owner, 'accounts', record)).toEqual(['team'])
    expect(await titles(viewer, 'accounts', record)).toEqual(['with viewer'])
    expect(await search(manager)).toEqual(['private', 'team', 'with viewer'])
    expect(await search(admin)).toEqual([])
    expect(await search(owner)).toEqual(['team'])
  })

  it('is nobody of another tenant', async () => {
    const itemId = await logOne(app, admin, { on: ['accounts', account], title: 'Ours', words: 'oursonly' })
    const foreigner = await app.foreigner()
    const statuses = await Promise.all([
      foreigner.get(`core/timeline/${itemId}`),
      foreigner.get(`core/timeline/${itemId}/revisions`),
      foreigner.get(`core/timeline/${itemId}/comments`),
      foreigner.post(`core/timeline/${itemId}/comments`, { body: 'Hello' }),
      foreigner.post(`core/timeline/${itemId}/restore`),
      foreigner.patch(`core/timeline/${itemId}/bookmark`, {}),
      foreigner.patch(`core/timeline/${itemId}/pin`, { pinStatus: true }),
      foreigner.get(`core/timeline?level=account&parentIdentifier=${account}`),
    ])
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404))
    expect(good(await foreigner.get('core/timeline/search?query=oursonly')).data).toEqual([])
    expect((await foreigner.post('core/timeline/seen', { itemIds: [itemId] })).status).toBe(200)
  })
})
