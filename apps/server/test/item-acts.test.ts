import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eml, importMails } from '../src/modules/email/email.fixture.ts'
import { storeFile } from '../src/modules/file/file.fixture.ts'
import { create, good } from '../src/modules/record/record.fixture.ts'
import { startTestApp, type Answer, type Client, type TestApp } from './harness.ts'

let app: TestApp
let me: Client
let reader: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  me = await app.newUser('administrator', 'writer@us.test')
  reader = await app.newUser('viewer')
  account = await create(me, 'accounts', { name: 'Lantern Works' })
})
afterAll(() => app.stop())

interface Logged {
  itemId: number
  /** Each kind's own call; undefined where it has none. */
  bookmark(on: boolean, client?: Client): Promise<Answer>
  pin(on: boolean): Promise<Answer>
  remove(): Promise<Answer>
  comesBack(): Promise<Answer>
}

const place = () => ({ level: 'account', parentIdentifier: account })
const throughTimeline = (itemId: number) => ({
  pin: (pinStatus: boolean) => me.patch(`core/timeline/${itemId}/pin`, { pinStatus }),
  comesBack: () => me.post(`core/timeline/${itemId}/restore`),
})
const bookmarkAt =
  (path: string) =>
  (bookmarkStatus: boolean, client: Client = me) =>
    client.patch(`${path}/bookmark`, { bookmarkStatus })

async function note(): Promise<Logged> {
  const { itemId, noteId } = good(await me.post('core/notes', { ...place(), title: 'Kick-off' })).data
  const path = `core/notes/${noteId}`
  return { itemId, bookmark: bookmarkAt(path), remove: () => me.delete(path), ...throughTimeline(itemId) }
}

async function activity(): Promise<Logged> {
  const [type] = good(await me.get('core/activity-type')).data
  const form = { ...place(), activityTypeId: type.activityTypeId, title: 'Renewal' }
  const { itemId } = good(await me.post('core/entity-action/activity?text_format=rich', form)).data
  const path = `core/entity-action/activity/${itemId}`
  return { itemId, bookmark: bookmarkAt(path), remove: () => me.delete(path), ...throughTimeline(itemId) }
}

async function pulse(): Promise<Logged> {
  const form = { parentIdentifier: account, pulse: 4, description: 'All is well' }
  const { itemId } = good(await me.post('core/entity-action/pulse?level=account', form)).data
  const path = `core/entity-action/pulse/${itemId}`
  return {
    itemId,
    bookmark: bookmarkAt(path),
    remove: () => me.delete(`${path}?entityId=${account}&level=account`),
    ...throughTimeline(itemId),
  }
}

async function file(): Promise<Logged> {
  const stored = await storeFile(app, me, 'Bytes', 'offer.txt')
  const form = { files: [stored.fileId], linkedEntities: { accounts: [account] } }
  const { groupId } = good(await me.post('core/files', form)).data
  const path = `core/files/${groupId}`
  return {
    itemId: groupId,
    bookmark: bookmarkAt(path),
    remove: () => me.delete(path),
    ...throughTimeline(groupId),
    pin: (pinStatus) => me.patch(`core/files/${stored.fileId}/pin`, { pinStatus }),
  }
}

/** A mail is not deleted: its thread is hidden, and shown again. */
async function email(): Promise<Logged> {
  const query = `level=account&parentIdentifier=${account}`
  const from = 'Wren Writer <writer@us.test>'
  const [kept] = await importMails(app, me, query, eml({ from, id: '<acts@us.test>', subject: 'Acts' }))
  const path = `email-v3/threads/${kept?.threadId}`
  const [message] = good(await me.get(`${path}/messages`)).data
  const status = (threadStatus: number) => me.patch(`${path}/status`, { status: threadStatus })
  return {
    itemId: message.itemId,
    bookmark: bookmarkAt(`core/timeline/${message.itemId}`),
    ...throughTimeline(message.itemId),
    remove: () => status(10),
    comesBack: () => status(0),
  }
}

interface Shown {
  itemId: number
  bookmarked: boolean
  pinned: boolean
}

async function shown(itemId: number, client = me, filter = ''): Promise<Shown | undefined> {
  const page = good(await client.get(`core/timeline?level=account&parentIdentifier=${account}${filter}`))
  return page.data.find((item: Shown) => item.itemId === itemId)
}

describe.each([
  ['note', note],
  ['activity', activity],
  ['pulse', pulse],
  ['group of files', file],
  ['e-mail', email],
])('a %s', (_, log) => {
  let logged: Logged

  beforeAll(async () => {
    logged = await log()
  })

  it('is bookmarked by each for themselves, and the bookmark is taken off', async () => {
    good(await logged.bookmark(true))
    expect(await shown(logged.itemId, me, '&bookmarked=true')).toMatchObject({ bookmarked: true })
    expect(await shown(logged.itemId, reader)).toMatchObject({ bookmarked: false })
    good(await logged.bookmark(true, reader))
    good(await logged.bookmark(false))
    expect(await shown(logged.itemId)).toMatchObject({ bookmarked: false })
    expect(await shown(logged.itemId, reader)).toMatchObject({ bookmarked: true })
  })

  it('is pinned for everybody, and the pin is taken off', async () => {
    good(await logged.pin(true))
    expect(await shown(logged.itemId, reader, '&pinned=true')).toMatchObject({ pinned: true })
    const { first } = good(await reader.get(`core/timeline?level=account&parentIdentifier=${account}`))
    expect(first.map((item: Shown) => item.itemId)).toContain(logged.itemId)
    good(await logged.pin(false))
    expect(await shown(logged.itemId, reader)).toMatchObject({ pinned: false })
  })

  it('goes from the page of everybody, and comes back with what it had', async () => {
    good(await logged.bookmark(true))
    good(await logged.pin(true))
    good(await logged.remove())
    expect([await shown(logged.itemId), await shown(logged.itemId, reader)]).toEqual([undefined, undefined])
    good(await logged.comesBack())
    expect(await shown(logged.itemId)).toMatchObject({ bookmarked: true, pinned: true })
  })
})
