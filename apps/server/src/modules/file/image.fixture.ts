import { crc32, deflateSync } from 'node:zlib'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A gray PNG; `padding` bytes of a comment make it as large as wanted. */
export function png(width: number, height: number, padding = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', header),
    ...(padding > 0 ? [chunk('tEXt', Buffer.alloc(padding, 'a'))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A segment with a preview that has an end mark of its own. */
const preview = Buffer.from('ffe0000801020304ffd9', 'hex')

/** A segment of a JPEG. */
export function segment(mark: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data as string, 'latin1')
  const head = Buffer.from([0xff, mark, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Every JPEG has tables before its frame. */
const tables = segment(0xdb, Buffer.from([0, 1]))

/** A JPEG with some segments before its picture: a preview, unless told. */
export function jpeg(width: number, height: number, segments: readonly Buffer[] = [preview]): Buffer {
  const frame = Buffer.from('ffc0000b08000000000101110000', 'hex').subarray(0, 13)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const scan = Buffer.from('ffda0008010100003f00d2cf20', 'hex')
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...segments,
    tables,
    frame,
    scan,
    Buffer.from('ffd9', 'hex'),
  ])
}

/** A lossless WebP. */
export function webp(width: number, height: number): Buffer {
  const data = Buffer.alloc(14)
  data[0] = 0x2f
  data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  const body = Buffer.concat([Buffer.from('WEBPVP8L'), Buffer.alloc(4), data])
  body.writeUInt32LE(data.length, 8)
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** Sends a form as it stands. */
export async function sendForm(app: TestApp, client: Client, form: FormData): Promise<Answer> {
  const encoded = new Response(form)
  return sendEncoded(
    app,
    client,
    Buffer.from(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
  )
}

export async function sendEncoded(
  app: TestApp,
  client: Client,
  payload: Buffer,
  contentType: string,
): Promise<Answer> {
  const answer = await app.application.app.inject({
    method: 'PUT',
    url: '/api/file-management/image/users',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': contentType },
    payload,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** Sends bytes as the picture of a user, under whatever name and type. */
export function sendPicture(
  app: TestApp,
  client: Client,
  bytes: Buffer,
  { name = 'me.png', type = 'image/png' } = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('image', new File([new Uint8Array(bytes)], name, { type }))
  return sendForm(app, client, form)
}
