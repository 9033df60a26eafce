import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { runSchedules } from './file.fixture.ts'
import { jpeg, png, sendEncoded, sendForm, sendPicture, webp } from './image.fixture.ts'

const day = 24 * 3600 * 1000

let folder: string
let app: TestApp
let viewer: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-files-'))
  app = await startTestApp({ DATA_DIR: folder })
  viewer = await app.newUser('viewer')
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

async function store(bytes: Buffer): Promise<string> {
  const { status, body } = await sendPicture(app, viewer, bytes)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.imageUID
}

async function fetchImage(imageUid: string) {
  return app.application.app.inject({ method: 'GET', url: `/api/file-management/images/${imageUid}` })
}

const onDisk = () => readdir(join(folder, 'files', String(app.tenantId), 'images'))

async function countRows(): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query('select count(*)::int n from image')
  return rows[0].n
}

describe('a picture of a user', () => {
  it.each([
    ['image/png', png(600, 600)],
    ['image/jpeg', jpeg(320, 200, [])],
    ['image/webp', webp(64, 48)],
  ])('of type %s is stored, and given to whoever has its id', async (type, bytes) => {
    const imageUid = await store(bytes)
    expect(imageUid).toMatch(/^[0-9a-f]{32}$/)
    const answer = await fetchImage(imageUid)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  it('is what its bytes say, whatever its name and its sender say', async () => {
    const { body } = await sendPicture(app, viewer, png(5, 5), { name: 'page.html', type: 'text/html' })
    const answer = await fetchImage(body.data.imageUID)
    expect(answer.headers['content-type']).toBe('image/png')
  })

  it('lies in a folder that nobody else reads, under its id', async () => {
    const imageUid = await store(png(7, 7))
    expect(await onDisk()).toContain(imageUid)
    const place = join(folder, 'files', String(app.tenantId), 'images')
    expect((await stat(place)).mode & 0o077).toBe(0)
    expect((await stat(join(place, imageUid))).mode & 0o077).toBe(0)
  })

  it('has an id of its own each time', async () => {
    expect(await store(png(9, 9))).not.toBe(await store(png(9, 9)))
  })
})

describe('a picture that is none', () => {
  const bad: [string, Buffer, string][] = [
    ['text named .png', Buffer.from('Just some text, not a picture.'), 'Choose a JPEG, PNG or WebP picture.'],
    [
      'SVG with a script',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
      'Choose a JPEG, PNG or WebP picture.',
    ],
    ['GIF', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'), 'Choose a JPEG, PNG or WebP picture.'],
    ['nothing', Buffer.alloc(0), 'The file is empty. Choose another picture.'],
    ['3 MB', png(10, 10, 3 * 1024 * 1024), 'Choose a picture under 2 MB.'],
    [
      '5000 pixels across',
      png(5000, 400),
      'Choose a picture of at most 600 × 600 pixels; this one has 5000 × 400.',
    ],
    [
      '601 pixels down',
      jpeg(600, 601),
      'Choose a picture of at most 600 × 600 pixels; this one has 600 × 601.',
    ],
  ]

  it.each(bad)('is refused: %s', async (_, bytes, message) => {
    const before = await countRows()
    const { status, body } = await sendPicture(app, viewer, bytes)
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { image: message } })
    expect(await countRows()).toBe(before)
  })

  it.each([
    ['PNG', png(200, 200)],
    ['JPEG', jpeg(200, 200)],
    ['WebP', webp(200, 200)],
  ])('is refused when it is truncated, wherever: %s', async (_, bytes) => {
    const damaged = 'This picture is damaged or incomplete. Choose another one.'
    for (const end of [16, Math.floor(bytes.length / 2), bytes.length - 5, bytes.length - 1]) {
      const { status, body } = await sendPicture(app, viewer, bytes.subarray(0, end))
      expect({ status, fields: body.fields, end }).toEqual({ status: 400, fields: { image: damaged }, end })
    }
  })

  it('is refused by its size before it is read to the end', async () => {
    const { status, body } = await sendPicture(app, viewer, Buffer.alloc(6 * 1024 * 1024, 1))
    expect(status).toBe(413)
    expect(body).toMatchObject({ code: 'too_large', fields: { image: 'Send one picture under 2 MB.' } })
  })
})

describe('a form', () => {
  it('without the picture, or with it as text, is refused at its field', async () => {
    const empty = new FormData()
    empty.append('other', 'x')
    const asText = new FormData()
    asText.append('image', 'a picture')
    for (const form of [empty, asText]) {
      const { status, body } = await sendForm(app, viewer, form)
      expect(status).toBe(400)
      expect(body.fields.image).toBe('Send the picture as a file in the field "image".')
    }
  })

  it('with two pictures is refused', async () => {
    const form = new FormData()
    form.append('image', new File([new Uint8Array(png(5, 5))], 'a.png'))
    form.append('image', new File([new Uint8Array(png(6, 6))], 'b.png'))
    expect((await sendForm(app, viewer, form)).status).toBe(413)
  })

  it.each([
    ['without a boundary', 'multipart/form-data', 'data'],
    [
      'that ends in the middle',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
    ],
    ['that is none', 'multipart/form-data; boundary=b', 'not a form'],
    ['that is JSON', 'application/json', '{"image":"x"}'],
  ])('%s is refused', async (_, contentType, payload) => {
    const answer = await sendEncoded(app, viewer, Buffer.from(payload), contentType)
    expect(answer.status).toBe(400)
  })

  it('named after what every object has is refused', async () => {
    const form = new FormData()
    form.append('__proto__', 'x')
    expect((await sendForm(app, viewer, form)).status).toBe(400)
  })
})

describe('a picture that is asked for', () => {
  it('is unknown under any other id', async () => {
    expect((await fetchImage('0'.repeat(32))).statusCode).toBe(404)
    for (const id of ['1', '..%2F..%2Fsecret-key', 'F'.repeat(32)]) {
      expect((await fetchImage(id)).statusCode).toBe(400)
    }
  })
})

describe('the daily schedule', () => {
  it('removes pictures that no user shows a day after they were stored, with their bytes', async () => {
    const [used, unused] = [await store(png(11, 11)), await store(png(12, 12))]
    const userPath = `user-management/users/${viewer.actor.userId}`
    expect((await viewer.patch(userPath, { imageId: used })).status).toBe(200)
    app.clock.advance(day + 60_000)
    const fresh = await store(png(13, 13))
    await runSchedules(app, 'image:')
    expect(await onDisk()).toEqual(expect.arrayContaining([used, fresh]))
    expect(await onDisk()).not.toContain(unused)
    expect(await countRows()).toBe(2)
    expect((await fetchImage(unused)).statusCode).toBe(404)
    expect((await fetchImage(used)).statusCode).toBe(200)
  })
})
