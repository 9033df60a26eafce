import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { chunk, jpeg, png, segment, sendPicture, webp } from './image.fixture.ts'

let app: TestApp
let client: Client
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-metadata-'))
  app = await startTestApp({ DATA_DIR: folder })
  client = await app.as('viewer')
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

/** What a camera writes: the way up as number 6, and the place as a text that must not come back. */
function exif(order: 'II' | 'MM', orientation = 6): Buffer {
  const tiff = Buffer.alloc(26)
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  tiff.write(order, 0, 'latin1')
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  return Buffer.concat([tiff, Buffer.from('GPS 52.5200N 13.4050E Ada’s phone')])
}

const exifSegment = (order: 'II' | 'MM', orientation?: number): Buffer =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(order, orientation)]))

const profile = segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([1, 1, 7, 7])]))
const adobe = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1'))
const xmp = segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x>GPS 52</x>'))
const comment = segment(0xfe, Buffer.from('GPS in a comment'))
const behind = Buffer.concat([Buffer.from('GPS behind the end'), jpeg(10, 10)])

/** A picture as it comes back from where everyone reads it. */
async function stored(bytes: Buffer): Promise<Buffer> {
  const { status, body } = await sendPicture(app, client, bytes)
  expect(status, JSON.stringify(body)).toBe(200)
  const url = `/api/file-management/images/${body.data.imageUID}`
  const answer = await app.application.app.inject({ method: 'GET', url })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** The orientation in the EXIF that was written back, which is in the order MM. */
const orientationIn = (bytes: Buffer): number => {
  const at = bytes.indexOf('MM\0*')
  return at < 0 ? 1 : bytes.readUInt16BE(at + 18)
}

const webpChunk = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** A WebP of 64 × 48 in its long form, with EXIF and XMP as flags say. */
function longWebp(flags: number, extra: readonly Buffer[]): Buffer {
  const canvas = Buffer.from([flags, 0, 0, 0, 63, 0, 0, 47, 0, 0])
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    webpChunk('VP8X', canvas),
    webp(64, 48).subarray(12),
    ...extra,
  ])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

describe('a picture that is stored', () => {
  it.each(['II', 'MM'] as const)('loses what a JPEG tells beside its looks (%s)', async (order) => {
    const looks = [profile, adobe]
    const sent = jpeg(40, 30, [exifSegment(order), ...looks, xmp, comment])
    const back = await stored(Buffer.concat([sent, behind]))
    expect(back.toString('latin1')).not.toContain('GPS')
    expect(orientationIn(back)).toBe(6)
    const upright = await stored(jpeg(40, 30, [exifSegment(order, 1), ...looks]))
    expect(upright).toEqual(jpeg(40, 30, looks))
  })

  it('keeps the scans of a JPEG that comes in several', async () => {
    const [head, tail] = [jpeg(40, 30, []).subarray(0, -2), Buffer.from('ffd9', 'hex')]
    const tables = segment(0xc4, Buffer.from([0, 1, 2, 3]))
    const scan = Buffer.from('ffda0008010100003f00a1ff00ffd0b2', 'hex')
    const progressive = Buffer.concat([head, tables, scan, tail])
    expect(await stored(Buffer.concat([progressive, behind]))).toEqual(progressive)
  })

  it('loses what a PNG tells beside its looks', async () => {
    const plain = png(20, 20)
    const at = 8 + 25
    const told = [
      chunk('tEXt', Buffer.from('Author\0GPS Ada')),
      chunk('eXIf', exif('MM')),
      chunk('tIME', Buffer.from([7, 234, 1, 1, 1, 1, 1])),
      chunk('prVt', Buffer.from('GPS of a program')),
    ]
    const gamma = chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))
    const sent = Buffer.concat([
      plain.subarray(0, at),
      gamma,
      ...told,
      plain.subarray(at),
      Buffer.from('GPS'),
    ])
    expect(await stored(sent)).toEqual(Buffer.concat([plain.subarray(0, at), gamma, plain.subarray(at)]))
  })

  it('loses what a WebP tells beside its looks', async () => {
    const told = [webpChunk('EXIF', exif('II')), webpChunk('XMP ', Buffer.from('<x>GPS</x>'))]
    const back = await stored(Buffer.concat([longWebp(0x0c, told), Buffer.from('GPS behind')]))
    expect(back.toString('latin1')).not.toContain('GPS')
    expect(orientationIn(back)).toBe(6)
    expect(back[20]).toBe(0x08)
    const upright = [webpChunk('EXIF', exif('II', 1)), webpChunk('XMP ', Buffer.from('<x>GPS</x>'))]
    expect(await stored(longWebp(0x0c, upright))).toEqual(longWebp(0, []))
  })

  it('is refused where its parts do not fit together', async () => {
    const cut = jpeg(40, 30, [profile])
    cut.writeUInt16BE(9, 2 + 2)
    const { status } = await sendPicture(app, client, cut)
    expect(status).toBe(400)
  })
})
