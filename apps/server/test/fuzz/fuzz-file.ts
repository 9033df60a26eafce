import { eml } from '../../src/modules/email/email.fixture.ts'
import { jpeg, png, webp } from '../../src/modules/file/image.fixture.ts'
import type { Random } from './random.ts'

const names = [
  'a.png',
  'b.csv',
  'mail.eml',
  'book.xlsx',
  '../../etc/passwd',
  'a\u0000.png',
  '<img src=x onerror=alert(1)>.html',
  'con',
  '.',
  '',
  `${'x'.repeat(400)}.txt`,
]

const fields = ['image', 'file', 'files', '__proto__', 'data', '']

function bytesOf(random: Random): Buffer {
  const whole = random.pick<() => Buffer>([
    () => png(1 + random.below(400), 1 + random.below(400)),
    () => jpeg(10, 10),
    () => webp(10, 10),
    () => eml({ subject: 'Renewal', body: '<img src=http://127.0.0.1/x>', type: 'text/html' }),
    () => eml({ from: 'not an address', date: 'never', more: `References: ${'<a@b> '.repeat(200)}` }),
    () => Buffer.from('date,currency,rate\n2026-01-31,USD,1.1\n2026-02-30,XXX,-1\n'),
    () => Buffer.from('name;email\n"open quote;a@b\n'),
    () => Buffer.from('504b030414000000', 'hex'),
    () => Buffer.from('%PDF-1.7\n'),
    () => Buffer.alloc(random.below(3000), 0xff),
    () => Buffer.alloc(0),
  ])()
  if (!random.chance(0.3)) return whole
  const cut = whole.subarray(0, random.below(whole.length + 1))
  if (cut.length > 0) cut[random.below(cut.length)] = random.below(256)
  return cut
}

/** A body of bytes, or a form with files, whole or broken. */
export function fileParts(media: string, random: Random): { payload: Buffer; contentType: string } {
  if (media !== 'multipart/form-data') return { payload: bytesOf(random), contentType: media }
  const boundary = 'b0undary'
  const parts = Array.from({ length: random.below(4) }, () => {
    const name = random.pick(names).replaceAll('"', '%22')
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${random.pick(fields)}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
    return Buffer.concat([Buffer.from(head), bytesOf(random), Buffer.from('\r\n')])
  })
  const end = random.chance(0.9) ? Buffer.from(`--${boundary}--\r\n`) : Buffer.alloc(0)
  const type = random.chance(0.95) ? `${media}; boundary=${boundary}` : media
  return { payload: Buffer.concat([...parts, end]), contentType: type }
}
