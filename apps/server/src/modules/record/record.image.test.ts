import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { png } from '../file/image.fixture.ts'
import { create, edit, good, read, undo } from './record.fixture.ts'

let app: TestApp
let admin: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Lantern Works' })
})

afterAll(() => app.stop())

async function upload(width: number): Promise<string> {
  const form = new FormData()
  form.append('image', new File([new Uint8Array(png(width, 4))], 'logo.png', { type: 'image/png' }))
  const encoded = new Response(form)
  const answer = await app.application.app.inject({
    method: 'PUT',
    url: '/api/file-management/image/accounts',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().data.imageUID
}

const imageOf = async () => (await read(admin, 'accounts', account)).globalFields.imageId

test('a record shows a picture that was uploaded, and undo brings the one before', async () => {
  const [first, second] = [await upload(4), await upload(5)]
  await edit(admin, 'accounts', account, { imageId: first })
  const changeSetId = await edit(admin, 'accounts', account, { imageId: second })
  expect(await imageOf()).toBe(second)
  await undo(admin, changeSetId)
  expect(await imageOf()).toBe(first)
  const found = await admin.get('core/accounts/partial?name=lantern')
  expect(good(found).data[0].imageId).toBe(first)
  const history = good(await admin.get(`core/accounts/${account}/history`)).data
  expect(history[0].changes[0]).toMatchObject({ label: 'Picture', restorable: false })
  await edit(admin, 'accounts', account, { imageId: null })
  expect(await imageOf()).toBeNull()
})

test.each([
  ['0'.repeat(32), 'This picture does not exist. Upload it again.'],
  [7, 'Send the imageUID of an uploaded picture, or null.'],
])('the picture %s is refused at its field', async (imageId, message) => {
  const { status, body } = await admin.post(`core/accounts/${account}`, { data: { imageId } })
  expect(status).toBe(400)
  expect(body.fields).toEqual({ imageId: message })
})

test('a picture of another company is none', async () => {
  const stranger = await app.foreigner()
  const theirs = await create(stranger, 'accounts', { name: 'Elsewhere' })
  const imageId = await upload(6)
  const { status, body } = await stranger.post(`core/accounts/${theirs}`, { data: { imageId } })
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual(['imageId'])
})

test('pictures of records are in use; one that is gone does not hinder an undo', async () => {
  const { modules, platform } = app.application
  const task = modules.modules.flatMap(({ tasks }) => tasks?.['image:remove-unused'] ?? [])[0]
  const [gone, shown] = [await upload(7), await upload(8)]
  await edit(admin, 'accounts', account, { imageId: gone })
  const changeSetId = await edit(admin, 'accounts', account, { imageId: shown, about: 'Changed with it' })
  app.clock.advance(2 * 24 * 3600 * 1000)
  await task?.({}, { signal: new AbortController().signal, log: platform.log })
  expect(await imageOf()).toBe(shown)
  expect((await app.anonymous.get(`file-management/images/${shown}`)).status).toBe(200)
  expect((await app.anonymous.get(`file-management/images/${gone}`)).status).toBe(404)
  await undo(admin, changeSetId)
  const { globalFields } = await read(admin, 'accounts', account)
  expect(globalFields).toMatchObject({ imageId: null, about: null })
})
