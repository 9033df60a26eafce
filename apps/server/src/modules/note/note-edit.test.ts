import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { besideWhoeverTakesBoth } from '../../../test/lock-order.ts'
import { storeFile } from '../file/file.fixture.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let user: Client
let own: number
let secret: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  user = await app.newUser('normalUser')
  own = await create(admin, 'accounts', { name: 'Own', owners: [user.actor.userId] })
  secret = await create(admin, 'accounts', { name: 'Secret Corp' })
})
afterAll(() => app.stop())

const url = 'core/notes'
const note = async (more: object, client = admin) =>
  good(await client.post(url, { level: 'account', parentIdentifier: own, ...more })).data

describe('a note that is changed', () => {
  it('is as it was where a form is saved in which nothing changed, files or not', async () => {
    const { fileId } = await storeFile(app, admin, 'plan', 'plan.txt')
    const content = { title: 'Plan', description: 'Text', fileIds: [fileId] }
    const { noteId, version } = await note(content)
    expect(good(await admin.put(`${url}/${noteId}`, content)).data).toMatchObject({ version })
    good(await (await app.as('manager')).put(`${url}/${noteId}`, { ...content, title: 'Ours' }))
    good(await admin.put(`${url}/${noteId}`, { description: 'More', version }))
    const { data } = good(await admin.get(`core/timeline/${noteId}/revisions`))
    expect(data.map(({ before }: { before: object }) => Object.keys(before))).toEqual([
      ['body', 'text'],
      ['title'],
    ])
  })

  it('stays linked with what its editor does not see, and is told without that', async () => {
    const other = await create(admin, 'accounts', { name: 'Other', owners: [user.actor.userId] })
    const { noteId } = await note({ title: 'Shared' }, user)
    const linkedEntities = { accounts: [secret, other] }
    good(await admin.put(`${url}/${noteId}`, { linkedEntities }))
    const namesFor = async (client: Client) =>
      good(await client.get(`core/timeline/${noteId}`)).data.linked.map(({ name }: { name: string }) => name)
    expect(await namesFor(user)).toEqual(['Other'])
    good(await user.put(`${url}/${noteId}`, { linkedEntities: { accounts: [] } }))
    expect(await namesFor(user)).toEqual([])
    expect(await namesFor(admin)).toEqual(['Secret Corp'])
    const { version } = good(await admin.put(`${url}/${noteId}`, { linkedEntities })).data
    const again = { linkedEntities: { accounts: [other] } }
    expect(good(await user.put(`${url}/${noteId}`, again)).data.version).toBe(version)
  })

  it('takes the records that come and those that go in the order in which others take them', async () => {
    const come = await create(admin, 'accounts', { name: 'Comes' })
    const goes = await create(admin, 'accounts', { name: 'Goes' })
    const { noteId } = await note({ title: 'Linked', linkedEntities: { accounts: [goes] } })
    const links = { linkedEntities: { accounts: [come] } }
    good(await besideWhoeverTakesBoth(app, [come, goes], () => admin.put(`${url}/${noteId}`, links)))
    const { linked } = good(await admin.get(`core/timeline/${noteId}`)).data
    expect(linked.map(({ name }: { name: string }) => name)).toEqual(['Comes'])
  })

  it('stays with its record where that is out of sight', async () => {
    const mine = await create(admin, 'accounts', { name: 'Lost', owners: [user.actor.userId] })
    const { noteId } = await note({ parentIdentifier: mine, title: 'Mine' }, user)
    good(await admin.put(`${url}/${noteId}`, { linkedEntities: { accounts: [own] } }))
    good(await admin.post(`core/accounts/${mine}`, { data: { owners: [admin.actor.userId] } }))
    const form = { level: 'account', parentIdentifier: mine, title: 'Changed' }
    expect(good(await user.put(`${url}/${noteId}`, form)).data).toMatchObject({
      title: 'Changed',
      record: null,
    })
    expect(good(await admin.get(`core/timeline/${noteId}`)).data.record).toMatchObject({ id: mine })
  })
})
