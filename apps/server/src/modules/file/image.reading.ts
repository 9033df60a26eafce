import { disableTypes, imageSize, types } from 'image-size'
import type { ImageType } from '@steward/contracts/plain/stored-file'
import { transfer } from '../../platform/parsing/transfer.ts'
import { withoutMetadata } from './image.metadata.ts'

const formats = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

// Of the formats that the library reads, only these three come as far.
disableTypes(types.filter((type) => !(Object.values(formats) as string[]).includes(type)))

export interface Picture {
  mediaType: ImageType
  /** Pixels. */
  width: number
  height: number
}

function textAt(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

/** The type of a file by its first bytes. Its name and the sender's media type are ignored. */
function typeOf(bytes: Uint8Array): ImageType | undefined {
  if (textAt(bytes, 0, 3) === '\u00FF\u00D8\u00FF') return 'image/jpeg'
  if (textAt(bytes, 0, 8) === '\u0089PNG\r\n\u001A\n') return 'image/png'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}

/** A PNG is chunks, the last of which is called IEND. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    if (textAt(bytes, at + 4, at + 8) === 'IEND') return end <= bytes.length
    at = end
  }
  return false
}

/** A JPEG is segments, then the scan, then an end mark; a preview inside a segment has an end mark too. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const mark = bytes[at + 1] as number
    if (mark === 0xda) return hasEndMark(bytes, at)
    at += mark === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return false
}

function hasEndMark(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.length - 2; at > from; at -= 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true
  }
  return false
}

/** A WebP says at its beginning how long it is. */
function isWholeWebp(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes.length >= 12 && view.getUint32(4, true) + 8 <= bytes.length
}

const isWhole: Record<ImageType, (bytes: Uint8Array) => boolean> = {
  'image/jpeg': isWholeJpeg,
  'image/png': isWholePng,
  'image/webp': isWholeWebp,
}

function measure(bytes: Uint8Array, mediaType: ImageType): Picture | undefined {
  try {
    const { type, width, height } = imageSize(bytes)
    return type === formats[mediaType] && width > 0 && height > 0 ? { mediaType, width, height } : undefined
  } catch {
    return undefined
  }
}

export const damaged = 'This picture is damaged or incomplete. Choose another one.'

/** Reads what a picture is and how large, or says in a sentence why it is none. */
export function readPicture(bytes: Uint8Array): Picture | string {
  const mediaType = typeOf(bytes)
  if (!mediaType) return 'Choose a JPEG, PNG or WebP picture.'
  const picture = isWhole[mediaType](bytes) ? measure(bytes, mediaType) : undefined
  return picture ?? damaged
}

/** The input of the thread. */
export interface PictureInput {
  bytes: Uint8Array
  /** Pixels across and down. */
  most: number
}

/** The result of the thread: a picture without its metadata, or the reason why it can't be read. */
export type PictureOutput = { picture: Picture; bytes: Uint8Array } | { unfit: string }

/** Reads a picture in a parser thread. */
export function parsePicture({ bytes: sent, most }: PictureInput): PictureOutput {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const picture = readPicture(bytes)
  if (typeof picture === 'string') return { unfit: picture }
  const { width, height } = picture
  if (width > most || height > most) {
    return {
      unfit: `Choose a picture of at most ${most} × ${most} pixels; this one has ${width} × ${height}.`,
    }
  }
  const clean = withoutMetadata(bytes, picture.mediaType)
  if (!clean) return { unfit: damaged }
  const own = Uint8Array.from(clean)
  return transfer({ picture, bytes: own }, [own.buffer])
}
