import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { storeFile } from '../file/file.fixture.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Northwind' })
})
afterAll(() => app.stop())

const url = 'core/notes'
const form = (more: object = {}) => ({ level: 'account', parentIdentifier: account, ...more })
const note = async (more: object, client = admin): Promise<Answer['body']> =>
  good(await client.post(url, form(more))).data
const list = async (level: string, id: number, client = admin, more = '') =>
  good(await client.get(`${url}?level=${level}&parentIdentifier=${id}${more}`))

const titles = async (level: string, id: number) =>
  (await list(level, id)).data.map((one: Answer['body']) => [one.title, one.inherited])

const doc = (...content: object[]) => JSON.stringify({ type: 'doc', content })
const paragraph = (text: string, ...marks: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
})

describe('a note', () => {
  it('is logged with a record and read as it was written', async () => {
    const bold = doc(paragraph('They want more seats', { type: 'bold' }))
    const made = await note({ title: ' Kick-off ', description: bold, source: 'api' })
    expect(made).toMatchObject({
      kind: 'note',
      noteId: made.itemId,
      title: 'Kick-off',
      text: 'They want more seats',
      source: 'api',
      record: { level: 2, id: account, name: 'Northwind' },
      author: { id: admin.actor.userId },
      inherited: false,
      bookmarked: false,
      version: 1,
      updatedAt: null,
      mayEdit: true,
    })
    expect(JSON.parse(made.body)).toMatchObject({
      type: 'doc',
      content: [paragraph('They want more seats', { type: 'bold' })],
    })
    expect((await list('account', account)).data[0]).toEqual(made)
  })

  it('comes as a form, or as formData with its source beside it', async () => {
    const formData = form({ title: 'By form', description: 'Text', occurredAt: '2026-01-02T03:04:05+02:00' })
    const made = good(await admin.post(url, { formData, source: 'extension' })).data
    expect(made).toMatchObject({
      title: 'By form',
      source: 'extension',
      occurredAt: '2026-01-02T01:04:05.000Z',
    })
    const changed = good(
      await admin.put(`${url}/${made.noteId}`, { formData: { title: 'Other' }, source: 'app' }),
    )
    expect(changed.data).toMatchObject({ title: 'Other', text: 'Text', source: 'extension', version: 2 })
  })

  it('takes the level by name, plural and number', async () => {
    for (const level of ['account', 'accounts', 2, '2']) {
      expect((await note({ level, title: 'Level' })).record).toMatchObject({ level: 2, id: account })
    }
  })

  it('is changed part by part; what is absent stays', async () => {
    const made = await note({ title: 'Before', description: 'Words' })
    const path = `${url}/${made.noteId}`
    const at = '2026-02-03T00:00:00.000Z'
    expect(good(await admin.put(path, { occurredAt: at })).data).toMatchObject({
      title: 'Before',
      text: 'Words',
      occurredAt: at,
    })
    expect(good(await admin.put(path, { description: '' })).data).toMatchObject({ body: null, text: '' })
    expect(good(await admin.put(path, form({ title: 'After' }))).data).toMatchObject({ title: 'After' })
    expect((await admin.put(path, { title: '' })).body.fields).toEqual({ description: 'Enter some text.' })
  })

  it('is not written over where somebody else changed the same part meanwhile', async () => {
    const { noteId, version } = await note({ title: 'One', description: 'Text' })
    const manager = await app.as('manager')
    good(await manager.put(`${url}/${noteId}`, { title: 'Two', version }))
    const late = await admin.put(`${url}/${noteId}`, { title: 'Three', version })
    expect(late.status).toBe(409)
    expect(good(await admin.put(`${url}/${noteId}`, { description: 'More', version })).data).toMatchObject({
      title: 'Two',
      text: 'More',
    })
  })

  it('lies on the pages of linked records and of those above as well', async () => {
    const organization = await create(admin, 'organizations', { name: 'Group' })
    const child = await create(admin, 'accounts', { name: 'Child', organization })
    const contact = await create(admin, 'contacts', { name: 'Ada', account })
    const made = await note({
      parentIdentifier: child,
      title: 'Linked',
      linkedEntities: { contacts: [contact], accounts: [account, account] },
    })
    expect(made.linked.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Ada', 'Northwind'])
    expect(await titles('organization', organization)).toEqual([['Linked', true]])
    expect(await titles('contact', contact)).toEqual([['Linked', false]])
    expect((await titles('account', account))[0]).toEqual(['Linked', false])
    good(await admin.put(`${url}/${made.noteId}`, { linkedEntities: {} }))
    expect(await titles('contact', contact)).toEqual([])
  })

  it('keeps links that its editor does not see, and takes no new ones', async () => {
    const user = await app.newUser('normalUser')
    const own = await create(admin, 'accounts', { name: 'Own', owners: [user.actor.userId] })
    const { noteId } = await note({ parentIdentifier: own, title: 'Shared' }, user)
    good(await admin.put(`${url}/${noteId}`, { linkedEntities: { accounts: [account] } }))
    const kept = good(await user.put(`${url}/${noteId}`, { linkedEntities: { accounts: [account] } }))
    expect(kept.data.noteId).toBe(noteId)
    const other = await create(admin, 'accounts', { name: 'Unseen' })
    const refused = await user.put(`${url}/${noteId}`, { linkedEntities: { accounts: [account, other] } })
    expect(Object.keys(refused.body.fields)).toEqual(['linkedEntities.accounts'])
  })

  it('carries files, which a change takes off again', async () => {
    const [first, second] = [
      await storeFile(app, admin, 'one', 'one.txt'),
      await storeFile(app, admin, 'two', 'two.txt'),
    ]
    const fileIds = [first.fileId, second.fileId]
    const made = await note({ title: 'With files', fileIds })
    expect(made.files).toMatchObject([{ name: 'one.txt' }, { name: 'two.txt' }])
    const changed = good(await admin.put(`${url}/${made.noteId}`, { fileIds: [second.fileId] })).data
    expect(changed.files).toMatchObject([{ fileId: second.fileId }])
    const manager = await app.as('manager')
    const foundBy = async (words: string) =>
      good(await admin.get(`core/timeline/search?query=${words}`)).data.length
    good(await admin.put(`${url}/${made.noteId}`, { description: 'Of the kick-off' }))
    expect([await foundBy('two kick'), await foundBy('one')]).toEqual([1, 0])
    const theirs = await storeFile(app, manager, 'three')
    const stolen = await admin.post(url, form({ title: 'x', fileIds: [theirs.fileId] }))
    expect([stolen.status, Object.keys(stolen.body.fields)]).toEqual([400, ['fileIds']])
  })

  it('is bookmarked by each for themselves', async () => {
    const { noteId } = await note({ title: 'Mark' })
    const path = `${url}/${noteId}/bookmark`
    expect(good(await admin.patch(path, { bookmarkStatus: true })).data.bookmarked).toBe(true)
    expect(good(await admin.patch(path, {})).data.bookmarked).toBe(false)
    expect(good(await admin.patch(path)).data.bookmarked).toBe(true)
    const viewer = await app.as('viewer')
    const seen = (await list('account', account, viewer)).data
    expect(seen.find((one: Answer['body']) => one.noteId === noteId).bookmarked).toBe(false)
  })

  it('is deleted once, and comes back', async () => {
    const { noteId } = await note({ title: 'Gone' })
    const path = `${url}/${noteId}`
    const total = (await list('account', account)).totalItemCount
    expect(good(await admin.delete(path)).data).toEqual({ noteId, itemId: noteId })
    expect((await list('account', account)).totalItemCount).toBe(total - 1)
    expect((await admin.delete(path)).status).toBe(409)
    expect((await admin.put(path, { title: 'x' })).status).toBe(404)
    good(await admin.post(`core/timeline/${noteId}/restore`))
    expect((await list('account', account)).data[0]).toMatchObject({ noteId, title: 'Gone' })
  })

  it('comes in pages, newest first', async () => {
    const id = await create(admin, 'accounts', { name: 'Paged' })
    for (const day of ['03', '01', '02']) {
      await note({ parentIdentifier: id, title: day, occurredAt: `2026-01-${day}T00:00:00Z` })
    }
    const first = await list('account', id, admin, '&pageSize=2')
    expect(first).toMatchObject({ itemCount: 2, page: 1, pageSize: 2, totalItemCount: 3 })
    const second = await list('account', id, admin, '&pageSize=2&page=2')
    const all = [...first.data, ...second.data].map(({ title }: { title: string }) => title)
    expect(all).toEqual(['03', '02', '01'])
    expect(await list('account', id)).toMatchObject({ page: 1, pageSize: 10, totalItemCount: 3 })
    expect(
      (await admin.get(`${url}?level=account&parentIdentifier=${id}&page=0`)).body.fields,
    ).toHaveProperty('page')
    expect((await admin.get(`${url}?parentIdentifier=${id}`)).body.fields).toEqual({
      level: 'Level cannot be null or undefined',
    })
  })
})

describe('a note that is wrong', () => {
  it.each([
    ['nothing at all', {}, 'description'],
    ['blanks', { title: ' ', description: ' \n ' }, 'description'],
    ['an empty document', { description: doc({ type: 'paragraph' }) }, 'description'],
    ['no level', { title: 'x', level: undefined }, 'level'],
    ['an unknown level', { title: 'x', level: 'planet' }, 'level'],
    ['an id that is none', { title: 'x', parentIdentifier: 'x' }, 'parentIdentifier'],
    ['a title of two lines', { title: 'a\nb' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(256) }, 'title'],
    ['a time that is none', { title: 'x', occurredAt: 'yesterday' }, 'occurredAt'],
    ['a day without a time', { title: 'x', occurredAt: '2026-01-01' }, 'occurredAt'],
    ['the future', { title: 'x', occurredAt: '2999-01-01T00:00:00Z' }, 'occurredAt'],
    ['the deep past', { title: 'x', occurredAt: '0001-01-01T00:00:00Z' }, 'occurredAt'],
    [
      'a link to nothing',
      { title: 'x', linkedEntities: { contacts: [999_999_999] } },
      'linkedEntities.contacts',
    ],
    ['a file that is none', { title: 'x', fileIds: [999_999_999] }, 'fileIds'],
    ['a script', { description: doc({ type: 'script', content: [] }) }, 'description'],
    [
      'a link that runs',
      { description: doc(paragraph('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } })) },
      'description',
    ],
    [
      'an image of elsewhere',
      { description: doc({ type: 'image', attrs: { src: 'https://example.com/pixel.png' } }) },
      'description',
    ],
    ['no document', { description: '{"type":"doc","plainText":"x","content":7}' }, 'description'],
    ['a text without end', { description: 'x'.repeat(500_001) }, 'description'],
    ['more than there is', { title: 'x', colour: 'red' }, ''],
  ])('with %s is refused at its field', async (_, more, field) => {
    const before = (await list('account', account)).totalItemCount
    const answer = await admin.post(url, form(more))
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field || expect.any(String)]])
    expect((await list('account', account)).totalItemCount).toBe(before)
  })

  it('nests without end, and is refused', async () => {
    const deep = '{"type":"blockquote","content":['.repeat(5000)
    const answer = await admin.post(
      url,
      form({ description: `{"type":"doc","content":[${deep}${']}'.repeat(5001)}` }),
    )
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['description']])
  })

  it('names another record than its own in a change', async () => {
    const other = await create(admin, 'accounts', { name: 'Other' })
    const { noteId } = await note({ title: 'Here' })
    const moved = await admin.put(`${url}/${noteId}`, form({ parentIdentifier: other }))
    expect([moved.status, Object.keys(moved.body.fields)]).toEqual([400, ['parentIdentifier']])
    const wrongLevel = await admin.post(url, form({ title: 'x', linkedEntities: { contacts: [account] } }))
    expect(wrongLevel.body.fields).toEqual({
      'linkedEntities.contacts': `There is no contact ${account}, or you can't see it.`,
    })
  })
})

describe('who may', () => {
  it('log: not a viewer, who reads', async () => {
    const viewer = await app.as('viewer')
    const { noteId } = await note({ title: 'Read me' })
    expect((await list('account', account, viewer)).data[0]).toMatchObject({ noteId, mayEdit: false })
    for (const answer of [
      await viewer.post(url, form({ title: 'x' })),
      await viewer.put(`${url}/${noteId}`, { title: 'x' }),
      await viewer.delete(`${url}/${noteId}`),
    ]) {
      expect(answer.status).toBe(403)
    }
  })

  it('log as a Normal User: with what they own, and change what they wrote', async () => {
    const user = await app.newUser('normalUser')
    const own = await create(admin, 'accounts', { name: 'Theirs', owners: [user.actor.userId] })
    const mine = await note({ parentIdentifier: own, title: 'Mine' }, user)
    const others = await note({ parentIdentifier: own, title: 'Of the boss' })
    const hidden = await note({ title: 'Hidden' })
    expect((await list('account', own, user)).data.map(({ mayEdit }: Answer['body']) => mayEdit)).toEqual([
      false,
      true,
    ])
    good(await user.put(`${url}/${mine.noteId}`, { title: 'Mine still' }))
    expect((await user.put(`${url}/${others.noteId}`, { title: 'x' })).status).toBe(403)
    expect((await user.delete(`${url}/${others.noteId}`)).status).toBe(403)
    const unseen = [
      await user.post(url, form({ title: 'x' })),
      await user.get(`${url}?level=account&parentIdentifier=${account}`),
      await user.put(`${url}/${hidden.noteId}`, { title: 'x' }),
      await user.patch(`${url}/${hidden.noteId}/bookmark`),
      await user.delete(`${url}/${hidden.noteId}`),
    ]
    expect(unseen.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const linked = await user.post(url, {
      ...form({ title: 'x' }),
      parentIdentifier: own,
      linkedEntities: { accounts: [account] },
    })
    expect(linked.body.fields).toHaveProperty(['linkedEntities.accounts'])
  })

  it('of another company: nothing', async () => {
    const { noteId } = await note({ title: 'Ours' })
    const foreigner = await app.foreigner()
    const answers = [
      await foreigner.post(url, form({ title: 'x' })),
      await foreigner.get(`${url}?level=account&parentIdentifier=${account}`),
      await foreigner.put(`${url}/${noteId}`, { title: 'x' }),
      await foreigner.patch(`${url}/${noteId}/bookmark`),
      await foreigner.delete(`${url}/${noteId}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  it('nobody takes an activity for a note', async () => {
    const [type] = good(await admin.get('core/activity-type')).data
    const { activityId } = good(
      await admin.post('core/entity-action/activity', form({ activityTypeId: type.activityTypeId })),
    ).data
    expect((await admin.put(`${url}/${activityId}`, { title: 'x' })).status).toBe(404)
    expect((await admin.delete(`${url}/${activityId}`)).status).toBe(404)
    expect((await admin.patch(`${url}/${activityId}/bookmark`)).status).toBe(404)
  })
})
