import { imageLimit } from '@steward/contracts/plain/stored-file'

const qualities = [0.92, 0.85, 0.75, 0.6, 0.45, 0.3] as const

/** The best quality that is small enough, or null when none is. `encode` gives null where it fails. */
export async function smallEnough<Encoded extends { size: number }>(
  encode: (quality: number) => Promise<Encoded | null>,
  limit: number = imageLimit,
): Promise<Encoded | null> {
  for (const quality of qualities) {
    const encoded = await encode(quality)
    if (!encoded) return null
    if (encoded.size < limit) return encoded
  }
  return null
}
