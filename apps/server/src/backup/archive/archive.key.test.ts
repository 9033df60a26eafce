import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { decrypt, encrypt, parseKey } from './archive.key.ts'

const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
const streamOf = (bytes: Uint8Array) =>
  Readable.toWeb(Readable.from([bytes], { objectMode: false })) as ReadableStream<Uint8Array>

it('reads keys of age, and anything else that is long enough as a passphrase', () => {
  const [recipient, identity] = [`age1${'q'.repeat(58)}`, `AGE-SECRET-KEY-1${'Q'.repeat(58)}`]
  expect(parseKey(`# made today\n# public key: x\n${identity}\n`)).toEqual({
    kind: 'keys',
    recipients: [],
    identities: [identity],
  })
  expect(parseKey(`${recipient}\n${recipient}\n`)).toMatchObject({ recipients: [recipient, recipient] })
  expect(parseKey('  correct horse battery staple \n')).toEqual({
    kind: 'passphrase',
    passphrase: 'correct horse battery staple',
  })
  expect(() => parseKey('too short')).toThrow('at least 16 characters')
  expect(() => parseKey('')).toThrow('contains no key')
  expect(() => parseKey(`${identity}\nand a passphrase that is long enough`)).toThrow(
    'something other than age keys',
  )
})

it('encrypts with a passphrase', async () => {
  const plain = Buffer.from('Zoë’s rows ✓')
  const key = parseKey('correct horse battery staple')
  const sealed = await bytesOf(await encrypt(key, streamOf(plain), 10))
  expect(sealed.includes('rows')).toBe(false)
  expect(await bytesOf(await decrypt(key, streamOf(sealed)))).toEqual(plain)
  await expect(decrypt(parseKey('correct horse battery stapler'), streamOf(sealed))).rejects.toThrow(
    "doesn't match this file",
  )
})
