import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActivityType } from '@steward/contracts/activity-type'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let account: number
let types: ActivityType[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Northwind' })
  types = good(await admin.get('core/activity-type')).data
})
afterAll(() => app.stop())

const url = 'core/entity-action/activity'
const typeOf = (name: string) => types.find(({ displayName }) => displayName === name)!
const form = (more: object = {}) => ({
  level: 'account',
  parentIdentifier: account,
  activityTypeId: typeOf('Call').activityTypeId,
  ...more,
})
const log = async (more: object = {}, client = admin, query = ''): Promise<Answer['body']> =>
  good(await client.post(`${url}${query}`, form(more))).data
const list = async (level: string, id: number, client = admin) =>
  good(await client.get(`${url}?level=${level}&parentIdentifier=${id}`))
const me = () => ({ id: admin.actor.userId, name: expect.any(String) })

const rich = JSON.stringify({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Rich words', marks: [{ type: 'bold' }] }] },
  ],
})

describe('an activity', () => {
  it('is logged with its type, and by default now and with the caller', async () => {
    const made = await log({ title: 'First call' })
    const { activityTypeId, displayName, iconName } = typeOf('Call')
    expect(made).toMatchObject({
      kind: 'activity',
      activityId: made.itemId,
      title: 'First call',
      record: { level: 2, id: account },
      details: {
        activityType: { id: activityTypeId, name: displayName, iconName },
        durationMinutes: null,
        outcome: null,
        sentiment: null,
        users: [me()],
        contacts: [],
      },
    })
    expect(Math.abs(Date.parse(made.occurredAt) - app.clock.now().getTime())).toBeLessThan(60_000)
    expect((await list('account', account)).data[0]).toEqual(made)
  })

  it('tells how long it took, how it went and who took part, who have it on their page', async () => {
    const contact = await create(admin, 'contacts', { name: 'Ada', account })
    const elsewhere = await create(admin, 'contacts', { name: 'Bob' })
    const user = await app.as('manager')
    const made = await log({
      durationMinutes: 45,
      outcome: ' They will renew ',
      sentiment: 'positive',
      userIds: [user.actor.userId],
      contactIds: [contact, elsewhere, contact],
      occurredAt: '2026-01-02T10:00:00Z',
    })
    expect(made.details).toMatchObject({
      durationMinutes: 45,
      outcome: 'They will renew',
      sentiment: 'positive',
      users: [{ id: user.actor.userId }],
      contacts: [
        { id: contact, name: 'Ada' },
        { id: elsewhere, name: 'Bob' },
      ],
    })
    expect((await list('contact', elsewhere)).data).toMatchObject([
      { activityId: made.itemId, inherited: false },
    ])
    const path = `${url}/${made.activityId}`
    const changed = good(
      await admin.put(path, { contactIds: [contact], sentiment: null, durationMinutes: null }),
    )
    expect(changed.data.details).toMatchObject({
      sentiment: null,
      outcome: 'They will renew',
      durationMinutes: null,
    })
    expect(changed.data.linked).toMatchObject([{ level: 3, id: contact }])
    expect((await list('contact', elsewhere)).totalItemCount).toBe(0)
    expect((await list('contact', contact)).totalItemCount).toBe(1)
  })

  it('keeps linked records and contacts apart in changes', async () => {
    const contact = await create(admin, 'contacts', { name: 'Cleo' })
    const organization = await create(admin, 'organizations', { name: 'Group' })
    const made = await log({ contactIds: [contact], linkedEntities: { organizations: [organization] } })
    const path = `${url}/${made.activityId}`
    const levels = async (change: object) =>
      good(await admin.put(path, change))
        .data.linked.map(({ level }: { level: number }) => level)
        .toSorted()
    expect(await levels({ title: 'x' })).toEqual([1, 3])
    expect(await levels({ linkedEntities: {} })).toEqual([3])
    expect(await levels({ linkedEntities: { organizations: [organization] }, contactIds: [] })).toEqual([1])
  })

  it('has rich text with text_format=rich; without it every text is as it stands', async () => {
    const asRich = await log({ description: rich }, admin, '?text_format=rich')
    expect(asRich.text).toBe('Rich words')
    const asPlain = await log({ description: rich })
    expect(asPlain.text).toBe(rich)
    const plain = await log({ description: 'Two\nlines' }, admin, '?text_format=rich')
    expect(plain).toMatchObject({ body: 'Two\nlines', text: 'Two\nlines' })
    const path = `${url}/${asRich.activityId}`
    expect(good(await admin.put(path, { description: rich })).data.text).toBe(rich)
    expect(good(await admin.put(`${path}?text_format=rich`, { description: rich })).data.text).toBe(
      'Rich words',
    )
    const odd = await admin.post(`${url}?text_format=html`, form())
    expect(odd.body.fields).toHaveProperty('text_format')
  })

  it('comes as formData', async () => {
    const answer = await admin.post(`${url}?text_format=rich`, {
      formData: form({ title: 'By form', description: rich }),
    })
    const { activityId } = good(answer).data
    const changed = await admin.put(`${url}/${activityId}?text_format=rich`, {
      formData: form({ title: 'Other' }),
    })
    expect(good(changed).data).toMatchObject({ title: 'Other', text: 'Rich words', version: 2 })
  })

  it('is found by its words and its outcome', async () => {
    const { activityId } = await log({ description: 'zebra crossing', outcome: 'giraffe' })
    const found = async (query: string) =>
      good(
        await admin.get(`core/timeline?level=account&parentIdentifier=${account}&query=${query}`),
      ).data.map(({ itemId }: { itemId: number }) => itemId)
    expect([await found('zebra'), await found('giraffe')]).toEqual([[activityId], [activityId]])
    good(await admin.put(`${url}/${activityId}`, { outcome: 'lion' }))
    expect([await found('zebra'), await found('giraffe'), await found('lion')]).toEqual([
      [activityId],
      [],
      [activityId],
    ])
  })

  it('is bookmarked, deleted and restored', async () => {
    const { activityId } = await log({ title: 'Go' })
    const path = `${url}/${activityId}`
    expect(good(await admin.patch(`${path}/bookmark`, { bookmarkStatus: true })).data.bookmarked).toBe(true)
    const total = (await list('account', account)).totalItemCount
    expect(good(await admin.delete(path)).data).toEqual({ activityId, itemId: activityId })
    expect((await list('account', account)).totalItemCount).toBe(total - 1)
    expect((await admin.delete(path)).status).toBe(409)
    good(await admin.post(`core/timeline/${activityId}/restore`))
    expect((await list('account', account)).data[0]).toMatchObject({ activityId, bookmarked: true })
  })

  it('is not written over where somebody else changed the same part meanwhile', async () => {
    const { activityId, version } = await log({ outcome: 'One' })
    good(await (await app.as('manager')).put(`${url}/${activityId}`, { outcome: 'Two', version }))
    expect((await admin.put(`${url}/${activityId}`, { outcome: 'Three', version })).status).toBe(409)
  })

  it('keeps what two change in different parts of it, and is found by both', async () => {
    const { activityId, version } = await log({ description: 'one' })
    good(await (await app.as('manager')).put(`${url}/${activityId}`, { description: 'quagga', version }))
    const changed = good(await admin.put(`${url}/${activityId}`, { outcome: 'okapi', version }))
    expect(changed.data).toMatchObject({ text: 'quagga', details: { outcome: 'okapi' } })
    const { data } = good(await admin.get('core/timeline/search?query=quagga%20okapi'))
    expect(data.map(({ itemId }: { itemId: number }) => itemId)).toEqual([activityId])
  })
})

describe('the type of an activity', () => {
  it('is counted, and stays when it is no longer in use', async () => {
    const made: ActivityType = good(
      await admin.post('core/activity-type', { displayName: 'Fair', iconName: 'flag' }),
    ).data
    const { activityTypeId } = made
    const { activityId } = await log({ activityTypeId })
    const second = await log({ activityTypeId })
    good(await admin.delete(`${url}/${second.activityId}`))
    const counted = good(await admin.get('core/activity-type?withUsage=true&displayName=fair')).data
    expect(counted).toEqual([{ ...made, usageCount: 1 }])
    good(
      await admin.patch(`core/activity-type/${activityTypeId}`, {
        isActive: false,
        displayName: 'Trade fair',
      }),
    )
    const anew = await admin.post(url, form({ activityTypeId }))
    expect(anew.body.fields).toEqual({
      activityTypeId: '"Trade fair" is no longer in use. Choose another type.',
    })
    const kept = good(
      await admin.put(`${url}/${activityId}`, form({ activityTypeId, title: 'Still a fair' })),
    ).data
    expect(kept.details.activityType).toEqual({ id: activityTypeId, name: 'Trade fair', iconName: 'flag' })
  })
})

describe('an activity that is wrong', () => {
  it.each([
    ['no type', { activityTypeId: undefined }, 'activityTypeId'],
    ['a type that is none', { activityTypeId: 999_999 }, 'activityTypeId'],
    ['a user that is none', { userIds: [999_999] }, 'userIds'],
    ['a contact that is none', { contactIds: [999_999] }, 'contactIds'],
    ['a duration below nothing', { durationMinutes: -1 }, 'durationMinutes'],
    ['a duration without end', { durationMinutes: 100_000 }, 'durationMinutes'],
    ['a duration that is a text', { durationMinutes: 'long' }, 'durationMinutes'],
    ['an outcome that is too long', { outcome: 'x'.repeat(201) }, 'outcome'],
    ['an unknown sentiment', { sentiment: 'angry' }, 'sentiment'],
    ['the future', { occurredAt: '2999-01-01T00:00:00Z' }, 'occurredAt'],
    ['a file that is none', { fileIds: [999_999] }, 'fileIds'],
    ['a hostile document', { description: '{"type":"doc","content":[{"type":"script"}]}' }, 'description'],
    ['a link to nothing', { linkedEntities: { pipelines: [1] } }, 'linkedEntities.pipelines'],
  ])('with %s is refused at its field', async (_, more, field) => {
    const answer = await admin.post(`${url}?text_format=rich`, form(more))
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  })

  it.each(['plain', 'rich'])('with a %s text that is too long is refused at its field', async (format) => {
    const answer = await admin.post(
      `${url}?text_format=${format}`,
      form({ description: 'x'.repeat(100_001) }),
    )
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['description']])
  })

  it('with an account for a contact, and all faults at once', async () => {
    const answer = await admin.post(
      url,
      form({ contactIds: [account], userIds: [0x7fffffff], activityTypeId: 999_999 }),
    )
    expect(Object.keys(answer.body.fields).toSorted()).toEqual(['activityTypeId', 'contactIds', 'userIds'])
  })
})

describe('who may', () => {
  it('log activities: not a viewer, and a Normal User with what they own', async () => {
    const viewer = await app.as('viewer')
    const { activityId } = await log()
    expect((await viewer.post(url, form())).status).toBe(403)
    expect((await viewer.put(`${url}/${activityId}`, {})).status).toBe(403)
    expect((await viewer.delete(`${url}/${activityId}`)).status).toBe(403)
    const user = await app.newUser('normalUser')
    const own = await create(admin, 'accounts', { name: 'Theirs', owners: [user.actor.userId] })
    const hiddenContact = await create(admin, 'contacts', { name: 'Hidden', account })
    const mine = await log({ parentIdentifier: own }, user)
    good(await user.delete(`${url}/${mine.activityId}`))
    const hidden = await user.post(url, form({ parentIdentifier: own, contactIds: [hiddenContact] }))
    expect(hidden.body.fields).toHaveProperty('contactIds')
    const unseen = [
      await user.post(url, form()),
      await user.get(`${url}?level=account&parentIdentifier=${account}`),
      await user.put(`${url}/${activityId}`, { title: 'x' }),
      await user.patch(`${url}/${activityId}/bookmark`),
      await user.delete(`${url}/${activityId}`),
    ]
    expect(unseen.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  it('of another company: nothing', async () => {
    const { activityId } = await log()
    const foreigner = await app.foreigner()
    const [theirs] = good(await foreigner.get('core/activity-type')).data
    const answers = [
      await foreigner.post(url, form({ activityTypeId: theirs.activityTypeId })),
      await foreigner.get(`${url}?level=account&parentIdentifier=${account}`),
      await foreigner.put(`${url}/${activityId}`, { title: 'x' }),
      await foreigner.patch(`${url}/${activityId}/bookmark`),
      await foreigner.delete(`${url}/${activityId}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const id = await create(foreigner, 'accounts', { name: 'Theirs' })
    const ours = await foreigner.post(url, form({ parentIdentifier: id, userIds: [admin.actor.userId] }))
    expect(Object.keys(ours.body.fields).toSorted()).toEqual(['activityTypeId', 'userIds'])
  })
})
