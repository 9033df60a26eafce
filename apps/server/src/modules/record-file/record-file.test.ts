import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { addressOf, fetchAddress, runSchedules, storeFile } from '../file/file.fixture.ts'
import { folderStorage, type TestStorage } from '../file/s3.fixture.ts'
import { create, good } from '../record/record.fixture.ts'

const url = 'core/files'
const twoDays = 48 * 3600 * 1000

let storage: TestStorage
let app: TestApp
let manager: Client
let organization: number
let account: number

beforeAll(async () => {
  storage = await folderStorage()
  app = await startTestApp(storage.environment)
  manager = await app.as('manager')
  organization = await create(manager, 'organizations', { name: 'Northwind' })
  account = await create(manager, 'accounts', { name: 'Berlin', organization })
})
afterAll(async () => {
  await app.stop()
  await storage.stop()
})

const upload = async (name: string, client = manager): Promise<number> =>
  (await storeFile(app, client, `Bytes of ${name}`, name)).fileId
const put = async (names: string[], more: object = {}, client = manager) => {
  const files = await Promise.all(names.map((name) => upload(name, client)))
  return good(await client.post(url, { files, linkedEntities: { accounts: [account] }, ...more })).data
}
const list = async (level: string, id: number, client = manager, more = '') =>
  good(await client.get(`${url}?level=${level}&parentIdentifier=${id}${more}`))
const fieldsOf = async (body: object) => (await manager.post(url, body)).body.fields
const namesOf = (groups: { files: { name: string }[] }[]) =>
  groups.map(({ files }) => files.map(({ name }) => name))

describe('files of a record', () => {
  it('are put with it in a group, with a comment, and read as they were put', async () => {
    const group = await put(['offer.txt', 'terms.txt'], { comment: 'Signed by both' })
    expect(group).toMatchObject({
      groupId: group.itemId,
      kind: 'file',
      title: '2 files',
      comment: 'Signed by both',
      text: 'Signed by both',
      bookmarkStatus: false,
      pinStatus: false,
      inherited: false,
      record: { level: 2, id: account, name: 'Berlin' },
      linkedEntities: { organizations: [], accounts: [{ id: account }], contacts: [], pipelines: [] },
      createdBy: { id: manager.actor.userId },
      mayEdit: true,
      files: [
        { name: 'offer.txt', mediaType: 'text/plain', size: 18, pinStatus: false },
        { name: 'terms.txt' },
      ],
    })
    expect(group.files[0].fileMetaDataId).toBe(group.files[0].fileId)
    expect((await list('account', account)).data[0]).toEqual(group)
  })

  it('take what their upload answered, and are put with the lowest of the records they are linked to', async () => {
    const stored = await storeFile(app, manager, 'text', 'plan.txt')
    const linkedEntities = { organizations: [organization], accounts: [account] }
    const group = good(await manager.post(url, { files: [stored], linkedEntities })).data
    expect(group).toMatchObject({ title: 'plan.txt', record: { id: account } })
    expect(group.linkedEntities.organizations).toMatchObject([{ id: organization }])
  })

  it('lie on the page above as well, and on that of what is linked', async () => {
    const contact = await create(manager, 'contacts', { name: 'Ada', account, email: 'ada@example.com' })
    const group = await put(['for-ada.txt'], { linkedEntities: { accounts: [account], contacts: [contact] } })
    for (const [level, id] of [
      ['organization', organization],
      ['account', account],
      ['contact', contact],
    ] as const) {
      expect((await list(level, id)).data.map(({ groupId }: { groupId: number }) => groupId)).toContain(
        group.groupId,
      )
    }
    expect((await list('organization', organization)).data[0].inherited).toBe(true)
  })

  it('are shown with what notes have attached', async () => {
    const fileId = await upload('minutes.txt')
    good(
      await manager.post('core/notes', {
        level: 'account',
        parentIdentifier: account,
        title: 'Call',
        fileIds: [fileId],
      }),
    )
    const [first] = (await list('account', account)).data
    expect(first).toMatchObject({ kind: 'note', title: 'Call', files: [{ fileId, name: 'minutes.txt' }] })
    for (const call of [
      manager.post(`${url}/${first.groupId}`, { comment: 'x' }),
      manager.delete(`${url}/${first.groupId}`),
    ])
      expect((await call).status).toBe(404)
  })

  it('come page by page', async () => {
    const home = await create(manager, 'accounts', { name: 'Many', organization })
    const mine = { linkedEntities: { accounts: [home] } }
    for (const name of ['1.txt', '2.txt', '3.txt']) await put([name], mine)
    const first = await list('account', home, manager, '&pageSize=2')
    const rest = await list('account', home, manager, `&pageSize=2&cursor=${first.nextCursor}`)
    expect(namesOf([...first.data, ...rest.data])).toEqual([['3.txt'], ['2.txt'], ['1.txt']])
    expect(rest.nextCursor).toBeNull()
  })

  it('get another comment, lose a file, and tell a conflict', async () => {
    const group = await put(['a.txt', 'b.txt'], { comment: 'Old' })
    const address = `${url}/${group.groupId}`
    const changed = good(await manager.post(address, { comment: 'New', version: group.version })).data
    expect(changed).toMatchObject({ comment: 'New', files: [{ name: 'a.txt' }, { name: 'b.txt' }] })
    const late = await manager.post(address, { comment: 'Mine', version: group.version })
    expect(late.status).toBe(409)
    const [{ fileId }] = changed.files
    const one = good(await manager.post(address, { files: [fileId] })).data
    expect(one).toMatchObject({ title: 'a.txt', comment: 'New', files: [{ fileId }] })
    expect((await manager.post(address, { files: [] })).body.fields.files).toBe('Choose a file.')
    expect(
      (await manager.post(address, { comment: '{"type":"doc","content":[{"type":"script"}]}' })).status,
    ).toBe(400)
  })

  it('are bookmarked for oneself, and pinned for everybody by the id of a file', async () => {
    const viewer = await app.as('viewer')
    const home = await create(manager, 'accounts', { name: 'Pins', organization })
    const group = await put(['pin.txt', 'pin2.txt'], { linkedEntities: { accounts: [home] } })
    await put(['later.txt'], { linkedEntities: { accounts: [home] } })
    const marked = good(await viewer.patch(`${url}/${group.groupId}/bookmark`, { bookmarkStatus: true })).data
    expect(marked.bookmarkStatus).toBe(true)
    expect((await list('account', home)).data[1].bookmarkStatus).toBe(false)
    const pin = `${url}/${group.files[1].fileId}/pin`
    expect((await viewer.patch(pin, { pinStatus: true })).status).toBe(403)
    expect(good(await manager.patch(pin, { pinStatus: true })).data[0].pinStatus).toBe(true)
    expect(namesOf((await list('account', home, viewer)).first)).toEqual([['pin.txt', 'pin2.txt']])
    good(await manager.patch(pin, { pinStatus: false }))
    expect((await list('account', home)).first).toEqual([])
    expect((await manager.patch(`${url}/999999999/pin`, { pinStatus: true })).status).toBe(404)
  })

  it('are deleted once, come back on the timeline, and keep their bytes meanwhile', async () => {
    const group = await put(['gone.txt'])
    const address = `${url}/${group.groupId}`
    expect(good(await manager.delete(address)).data).toEqual({ groupId: group.groupId, itemId: group.itemId })
    expect((await manager.delete(address)).status).toBe(409)
    expect(JSON.stringify(await list('account', account))).not.toContain('gone.txt')
    app.clock.advance(twoDays)
    await runSchedules(app, 'file:')
    good(await manager.post(`core/timeline/${group.itemId}/restore`))
    expect((await list('account', account)).data.map(({ title }: { title: string }) => title)).toContain(
      'gone.txt',
    )
    const answer = await fetchAddress(app, await addressOf(manager, group.files[0].fileId))
    expect(answer.body).toBe('Bytes of gone.txt')
  })
})

describe('who may read a file', () => {
  it('is who sees a record that it lies with; nobody else finds or downloads it', async () => {
    const owner = await app.newUser('normalUser')
    const stranger = await app.newUser('normalUser')
    const own = await create(owner, 'accounts', { name: 'Own', owners: [owner.actor.userId] })
    const group = await put(['secret.txt'], { linkedEntities: { accounts: [own] } })
    const { fileId } = group.files[0]
    const download = (who: Client) => who.post(`file-management/files/download/${fileId}`)
    expect((await download(owner)).status).toBe(200)
    expect((await download(await app.as('viewer'))).status).toBe(200)
    for (const who of [stranger, await app.foreigner()]) {
      expect((await download(who)).status).toBe(404)
      expect((await who.get(`${url}?level=account&parentIdentifier=${own}`)).status).toBe(404)
      expect((await who.patch(`${url}/${group.groupId}/bookmark`)).status).toBe(404)
      // It cannot be taken along into something of one's own either.
      const mine = await create(who, 'accounts', { name: `Mine ${who.actor.userId}` })
      const taken = await who.post(url, { files: [fileId], linkedEntities: { accounts: [mine] } })
      expect(taken.status).toBe(400)
      expect(taken.body.fields.files).toBe('One of the files was deleted. Attach it again.')
    }
    expect((await owner.delete(`${url}/${group.groupId}`)).status).toBe(403)
    good(await manager.delete(`${url}/${group.groupId}`))
    app.clock.advance(twoDays)
    expect((await download(owner)).status).toBe(404)
  })

  it('says where a request is wrong', async () => {
    const file = await upload('x.txt')
    expect(await fieldsOf({ files: [file] })).toEqual({
      linkedEntities: 'Choose the record for these files.',
    })
    expect(Object.keys(await fieldsOf({ files: ['x'], linkedEntities: { accounts: [account] } }))).toEqual([
      'files.0',
    ])
    expect(Object.keys(await fieldsOf({ files: [file], linkedEntities: { accounts: [99999999] } }))).toEqual([
      'linkedEntities.accounts',
    ])
    expect(Object.keys(await fieldsOf({ files: Array.from({ length: 21 }, () => file) }))).toEqual(['files'])
  })
})
