import { expect, it } from 'vitest'
import { png } from '../file/image.fixture.ts'
import { hostOf, pictureOf } from './logo.rules.ts'

it.each([
  ['acme.com', 'acme.com'],
  [' Acme.COM ', 'acme.com'],
  ['https://www.acme.co.uk/about?x=1', 'www.acme.co.uk'],
  ['http://acme.com:8080/', 'acme.com'],
  ['user:secret@acme.com', 'acme.com'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
])('%s is the website %s', (website, host) => {
  expect(hostOf(website)).toBe(host)
})

it.each([
  '',
  'acme',
  'localhost',
  '10.0.0.1',
  '2130706433',
  '0x7f.1',
  '[::1]',
  'https://[::ffff:10.0.0.1]/',
  'file:///etc/passwd',
  'javascript://acme.com/',
  'acme..com',
  '-acme.com',
  'acme.com.',
  'a b.com',
  `${'a'.repeat(64)}.com`,
  `acme.com/${'x'.repeat(300)}`,
])('%j names no website', (website) => {
  expect(hostOf(website)).toBeUndefined()
})

/** A Windows icon with some pictures. */
function icon(pictures: readonly Buffer[], count = pictures.length): Buffer {
  const head = Buffer.alloc(6 + pictures.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(count, 4)
  let at = head.length
  for (const [index, picture] of pictures.entries()) {
    head.writeUInt32LE(picture.length, 6 + index * 16 + 8)
    head.writeUInt32LE(at, 6 + index * 16 + 12)
    at += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

it('the largest PNG of an icon is its picture', () => {
  const [small, large, bitmap] = [png(16, 16), png(64, 64, 100), Buffer.alloc(4000, 40)]
  expect(pictureOf(icon([small, bitmap, large]))).toEqual(large)
  expect(pictureOf(large)).toBe(large)
  expect(pictureOf(icon([bitmap]))).toBeUndefined()
})

it('an icon that lies about itself is none', () => {
  expect(pictureOf(icon([], 65_535))).toBeUndefined()
  const beyond = icon([png(16, 16)])
  beyond.writeUInt32LE(0xffffffff, 6 + 12)
  expect(pictureOf(beyond)).toBeUndefined()
  expect(pictureOf(beyond.subarray(0, 9))).toBeUndefined()
})
