import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { feed, logOne } from './timeline.fixture.ts'

let app: TestApp
let admin: Client
let user: Client
let own: number
let secret: number
let secretContact: number
let noteId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  user = await app.newUser('normalUser')
  own = await create(admin, 'accounts', { name: 'Own', owners: [user.actor.userId] })
  secret = await create(admin, 'accounts', { name: 'Secret Corp' })
  secretContact = await create(admin, 'contacts', { name: 'Secret Sam', account: secret })
  const given = { title: 'Xylophone', words: 'xylophone', linkedIds: [own, secretContact] }
  noteId = await logOne(app, admin, { on: ['accounts', secret], ...given })
})
afterAll(() => app.stop())

describe('an item that a link brings to a page', () => {
  it('says nothing of records that its reader does not see', async () => {
    const shown = { itemId: noteId, record: null, linked: [{ level: 2, id: own, name: 'Own' }] }
    const { data } = await feed(user, 'accounts', own)
    expect(data).toMatchObject([shown])
    expect(good(await user.get(`core/timeline/${noteId}`)).data).toMatchObject(shown)
    const found = good(await user.get('core/timeline/search?query=xylophone')).data
    expect(found).toMatchObject([{ itemId: noteId, record: null }])
    const { latest } = good(await user.get(`core/accounts/${own}/overview`)).data
    expect(latest).toMatchObject([{ itemId: noteId, record: null }])
    const page = await user.get(`core/timeline?level=account&parentIdentifier=${own}`)
    expect(JSON.stringify([found, latest, page.body])).not.toMatch(/Secret/)
  })

  it('says all to who sees them', async () => {
    const { data } = await feed(admin, 'accounts', own)
    expect(data).toMatchObject([{ record: { id: secret, name: 'Secret Corp' } }])
    expect(data[0]?.linked.map(({ name }) => name)).toEqual(['Own', 'Secret Sam'])
    const found = good(await admin.get('core/timeline/search?query=xylophone')).data
    expect(found).toMatchObject([{ record: { name: 'Secret Corp' } }])
  })
})

describe('an activity with a contact out of sight', () => {
  it('does not name them, and keeps them when it is changed', async () => {
    const [{ activityTypeId }] = good(await admin.get('core/activity-type')).data
    const seen = await create(admin, 'contacts', { name: 'Seen', account: own })
    const form = { level: 'account', parentIdentifier: own, activityTypeId, title: 'Call' }
    const { activityId } = good(
      await user.post('core/entity-action/activity', { ...form, contactIds: [seen] }),
    ).data
    const path = `core/entity-action/activity/${activityId}`
    good(await admin.put(path, { contactIds: [seen, secretContact] }))
    const namesFor = async (client: Client): Promise<string[]> => {
      const { details } = good(await client.get(`core/timeline/${activityId}`)).data
      return details.contacts.map(({ name }: { name: string }) => name)
    }
    expect(await namesFor(user)).toEqual(['Seen'])
    good(await user.put(path, { outcome: 'Good', contactIds: [] }))
    expect(await namesFor(user)).toEqual([])
    expect(await namesFor(admin)).toEqual(['Secret Sam'])
    const page = await feed(admin, 'contacts', secretContact)
    expect(page.data.map(({ itemId }) => itemId)).toContain(activityId)
  })
})
