/** The longest value of a field that is looked at. */
export const longestWebsite = 300

const hostName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * The host of a website as people write it: a domain, or an address. Undefined for what is no name on the internet,
 * IP addresses included.
 */
export function hostOf(website: string): string | undefined {
  const text = website.trim()
  if (text.length > longestWebsite) return undefined
  const url = URL.parse(/^\w+:\/\//.test(text) ? text : `https://${text}`)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return hostName.test(url.hostname) ? url.hostname : undefined
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Pictures that an icon file may have; more is none. */
const mostPictures = 64

const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte)

/** The largest PNG in a Windows icon; what is no such icon is given back. Undefined where it has old bitmaps only. */
export function pictureOf(bytes: Uint8Array): Uint8Array | undefined {
  if (!startsWith(bytes, [0, 0, 1, 0]) || bytes.length < 6) return bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.min(view.getUint16(4, true), mostPictures)
  let largest: Uint8Array | undefined
  for (let at = 6; at < 6 + count * 16 && at + 16 <= bytes.length; at += 16) {
    const start = view.getUint32(at + 12, true)
    const picture = bytes.subarray(start, start + view.getUint32(at + 8, true))
    if (startsWith(picture, pngSignature) && picture.length > (largest?.length ?? 0)) largest = picture
  }
  return largest
}
