import { parse } from 'content-disposition'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { xssPayloads } from '../../../test/xss-payloads.ts'
import { addressOf, fetchAddress, sendFiles, storeFile } from './file.fixture.ts'
import { cleanFileName } from './file-name.rules.ts'
import { jpeg, png } from './image.fixture.ts'
import { folderStorage, type TestStorage } from './s3.fixture.ts'

let storage: TestStorage
let app: TestApp
let client: Client

beforeAll(async () => {
  storage = await folderStorage()
  app = await startTestApp(storage.environment)
  client = await app.newUser('normalUser')
})
afterAll(async () => {
  await app.stop()
  await storage.stop()
})

const script = '<script>alert(document.domain)</script>'
const zip = Buffer.from(
  '504b03040a0000000000000021000000000000000000000000000100000061504b01021e030a00000000000000210000000000000000000000000001000000000000000000000000000000000061504b050600000000010001002f0000001f0000000000',
  'hex',
)
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\ntrailer<</Root 1 0 R>>\n',
)

async function headersOf(fileId: number, query = ''): Promise<Record<string, unknown>> {
  const answer = await fetchAddress(app, (await addressOf(client, fileId)) + query)
  expect(answer.statusCode).toBe(200)
  return answer.headers
}

/** What a browser would do with it: which type, whether it is shown, what may run in it. */
async function treatmentOf(fileId: number, query = '?inline=1') {
  const headers = await headersOf(fileId, query)
  return {
    type: headers['content-type'],
    disposition: String(headers['content-disposition']).split(';')[0],
    policy: headers['content-security-policy'],
    sniffing: headers['x-content-type-options'],
  }
}

const sealed = "sandbox; default-src 'none'; frame-ancestors 'self'"
const onlySaved = {
  type: 'application/octet-stream',
  disposition: 'attachment',
  policy: sealed,
  sniffing: 'nosniff',
}
const shownAs = (type: string) => ({ type, disposition: 'inline', policy: sealed, sniffing: 'nosniff' })

describe('a file that is two things at once', () => {
  const asText = shownAs('text/plain; charset=utf-8')
  it.each<[string, string, Uint8Array | string, object]>([
    ['HTML named .png', 'a.png', `<!doctype html>${script}`, asText],
    ['SVG with a script', 'a.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, asText],
    [
      'XHTML',
      'a.xhtml',
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
      asText,
    ],
    ['a script that reads as a GIF', 'a.gif', 'GIF89a/*aaaa*/=1;alert(1)', asText],
    [
      'GIF with a script behind',
      'a.gif',
      Buffer.concat([Buffer.from('4749463839610100010000ff002c', 'hex'), Buffer.from(script)]),
      shownAs('image/gif'),
    ],
    [
      'JPEG with HTML behind',
      'a.html',
      Buffer.concat([jpeg(9, 9), Buffer.from(script)]),
      shownAs('image/jpeg'),
    ],
    ['JPEG with a zip behind', 'a.jar', Buffer.concat([jpeg(9, 9), zip]), shownAs('image/jpeg')],
    ['PNG with HTML behind', 'a.html', Buffer.concat([png(9, 9), Buffer.from(script)]), shownAs('image/png')],
    ['zip', 'a.jpg', zip, onlySaved],
    ['HTML in UTF-16', 'a.html', Buffer.from(`\uFEFF${script}`, 'utf16le'), onlySaved],
    ['HTML behind a zero byte', 'a.html', Buffer.from(`\0${script}`), onlySaved],
    ['a program', 'a.txt', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), onlySaved],
  ])('never runs as ours: %s', async (_, name, bytes, treatment) => {
    const { fileId } = await storeFile(app, client, bytes, name)
    expect(await treatmentOf(fileId)).toEqual(treatment)
    // Without being asked to show it, it is saved, whatever it is.
    expect(await treatmentOf(fileId, '')).toEqual(onlySaved)
  })

  it('never runs as ours: PDF with a script, which the browser shows by a part of its own', async () => {
    const { fileId, mediaType } = await storeFile(app, client, pdf, 'a.pdf')
    expect(mediaType).toBe('application/pdf')
    expect(await treatmentOf(fileId)).toEqual({
      ...shownAs('application/pdf'),
      policy: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    })
  })
})

describe('the name of a file', () => {
  const hostile = [
    ...xssPayloads,
    '../../../../etc/passwd',
    String.raw`..\..\windows\system32\cmd.exe`,
    'a\r\nSet-Cookie: x=1\r\n\r\n<b>.txt',
    'quote".txt',
    "a'; filename*=UTF-8''evil.exe",
    'invoice\u202Efdp.exe',
    `${'long '.repeat(60)}.pdf`,
    'имя файла 日本語 \u{1F600}.pdf',
    '%00%2e%2e%2f.txt',
    'CON',
    '.',
  ]

  it('is stored clean, and said in a header that holds nothing else', async () => {
    for (let from = 0; from < hostile.length; from += 20) {
      const names = hostile.slice(from, from + 20)
      const { status, body } = await sendFiles(
        app,
        client,
        names.map((name) => ({ name, bytes: 'text' })),
      )
      expect(status, JSON.stringify(body)).toBe(200)
      for (const { fileId, name } of body.data as { fileId: number; name: string }[]) {
        expect(name).toBe(cleanFileName(name))
        const headers = await headersOf(fileId)
        expect(headers['set-cookie']).toBeUndefined()
        const { type, parameters } = parse(String(headers['content-disposition']))
        expect({ type, name: parameters['filename'] }).toEqual({ type: 'attachment', name })
      }
    }
  })

  it('decides neither where it lies nor what it is', async () => {
    const { uid, mediaType } = await storeFile(app, client, png(4, 4), '../../../escape.html')
    expect(mediaType).toBe('image/png')
    expect(await storage.listFiles(app.tenantId)).toContain(uid)
  })
})

const send = (payload: string | Buffer, contentType = 'multipart/form-data; boundary=b') =>
  app.application.app.inject({
    method: 'POST',
    url: '/api/file-management/files/upload/system',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': contentType },
    payload,
  })
const part = (name: string, rest = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\ntext${rest}`

describe('a form', () => {
  it.each([
    ['without a boundary', 'data', 'multipart/form-data'],
    ['that ends in the middle of a file', part('file'), undefined],
    ['that ends in the head of a file', '--b\r\nContent-Disposition: form-data; na', undefined],
    ['that is none', 'not a form', undefined],
    ['without a file', '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n', undefined],
    ['with the file under another name', part('image', '\r\n--b--\r\n'), undefined],
    ['named after what every object has', part('__proto__', '\r\n--b--\r\n'), undefined],
    ['that is JSON', '{"file":"x"}', 'application/json'],
    ['that is JSON with what looks like files', '{"file":[]}', 'application/json'],
  ])('%s is refused at its field, and leaves nothing', async (_, payload, contentType) => {
    const before = await storage.listFiles(app.tenantId)
    const answer = await send(payload, contentType)
    expect({ status: answer.statusCode, fields: Object.keys(answer.json().fields) }).toEqual({
      status: 400,
      fields: ['file'],
    })
    expect((await storage.listFiles(app.tenantId)).length).toBe(before.length)
  })

  it('with too many files leaves nothing', async () => {
    const before = await storage.listFiles(app.tenantId)
    const many = Array.from({ length: 21 }, (_, at) => ({ name: `${at}.txt`, bytes: 'text' }))
    const { status, body } = await sendFiles(app, client, many)
    expect(status).toBe(413)
    expect(body.fields.file).toBe('At most 20 files can be sent per call.')
    expect((await storage.listFiles(app.tenantId)).length).toBe(before.length)
  })

  it('needs the permission to log, and a source that is a word', async () => {
    const viewer = await app.as('viewer')
    expect((await sendFiles(app, viewer, [{ name: 'a', bytes: 'a' }])).status).toBe(403)
    const { status, body } = await sendFiles(app, client, [{ name: 'a', bytes: 'a' }], {
      source: 'No%20word',
    })
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: ['source'] })
  })
})
