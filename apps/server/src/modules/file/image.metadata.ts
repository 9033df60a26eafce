import type { ImageType } from '@steward/contracts/plain/stored-file'

/** The way up of a picture as EXIF counts it: 1 as it is, to 8; the only thing of EXIF that is kept. */
type Orientation = number

const textAt = (bytes: Buffer, start: number, length: number): string =>
  bytes.toString('latin1', start, start + length)

const orientationTag = 0x0112

/** Reads the orientation of a TIFF block, as EXIF is; 1 where it says none. */
function orientationOf(tiff: Buffer): Orientation {
  try {
    const isLittle = textAt(tiff, 0, 2) === 'II'
    const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const entries = short(directory)
    for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12) {
      if (short(at) !== orientationTag) continue
      const value = short(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch {
    // Not what it says it is, and left out.
  }
  return 1
}

/** A TIFF block that says the orientation and nothing else. */
function tiffOf(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

const exifMark = 'Exif\0\0'
const [startMark, endMark, scanMark, commentMark] = [0xd8, 0xd9, 0xda, 0xfe]

/** The only segments of a JPEG that affect how it looks: the frame, and its colors as the standard and Adobe name them. */
const looksOfJpeg = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])

function isOfLooks(bytes: Buffer, mark: number, at: number): boolean {
  if (mark === commentMark) return false
  if (mark < 0xe0 || mark > 0xef) return true
  const begin = looksOfJpeg.get(mark)
  return begin !== undefined && textAt(bytes, at + 4, begin.length) === begin
}

/** Where the data of a scan that begins at `from` ends: at a mark that is neither padding nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes[at + 1] as number
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError('The scan has no end')
}

function exifSegment(orientation: Orientation): Buffer {
  const body = Buffer.concat([Buffer.from(exifMark, 'latin1'), tiffOf(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

function cleanJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let orientation: Orientation = 1
  let at = 2
  while (bytes[at + 1] !== endMark) {
    const mark = bytes[at + 1] as number
    if (mark === 0xff) {
      at += 1
      continue
    }
    if (bytes[at] !== 0xff) throw new RangeError('A segment is missing')
    const length = 2 + bytes.readUInt16BE(at + 2)
    const end = mark === scanMark ? scanEnd(bytes, at + length) : at + length
    if (mark === 0xe1 && textAt(bytes, at + 4, 6) === exifMark) {
      orientation = orientationOf(bytes.subarray(at + 10, end))
    }
    if (isOfLooks(bytes, mark, at)) kept.push(bytes.subarray(at, end))
    at = end
  }
  const first = Buffer.from([0xff, startMark])
  const turned = orientation === 1 ? [] : [exifSegment(orientation)]
  return Buffer.concat([first, ...turned, ...kept, Buffer.from([0xff, endMark])])
}

/** The chunks of a PNG that have to do with how it looks; those in capitals are needed to read it. */
const looksOfPng = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs hIST sPLT mDCV cLLI acTL fcTL fdAT'.split(' '),
)

function cleanPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8, type = ''; type !== 'IEND';) {
    const end = at + 12 + bytes.readUInt32BE(at)
    type = textAt(bytes, at + 4, 4)
    if (/^[A-Z]/.test(type) || looksOfPng.has(type)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

const looksOfWebp = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of the chunk VP8X that say what else is in the file. */
const [hasExif, hasXmp] = [0x08, 0x04]

function webpChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

function cleanWebp(bytes: Buffer): Buffer {
  const last = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  const kept: Buffer[] = []
  let orientation: Orientation = 1
  for (let at = 12; at + 8 <= last;) {
    const type = textAt(bytes, at, 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = Buffer.from(bytes.subarray(at + 8, at + 8 + size))
    if (type === 'EXIF') {
      orientation = orientationOf(textAt(body, 0, 6) === exifMark ? body.subarray(6) : body)
    }
    if (looksOfWebp.has(type)) kept.push(webpChunk(type, body))
    at += 8 + size + (size % 2)
  }
  const [first] = kept
  const isExtended = first !== undefined && textAt(first, 0, 4) === 'VP8X' && first.length > 8
  if (isExtended) {
    const isTurned = orientation !== 1
    first[8] = ((first[8] as number) & ~(hasExif | hasXmp)) | (isTurned ? hasExif : 0)
    if (isTurned) kept.push(webpChunk('EXIF', tiffOf(orientation)))
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const cleaners: Record<ImageType, (bytes: Buffer) => Buffer> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
}

/**
 * The picture with what shows and nothing else: without where and when it was taken, by whom and with what,
 * without previews, comments and whatever is behind its end. It looks the same: which way is up and the
 * colors stay. Undefined where its parts do not fit together.
 */
export function withoutMetadata(bytes: Buffer, mediaType: ImageType): Buffer | undefined {
  try {
    return cleaners[mediaType](bytes)
  } catch {
    return undefined
  }
}
