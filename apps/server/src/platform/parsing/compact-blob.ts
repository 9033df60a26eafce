type Part = string | ArrayBuffer | Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

function bytesOf(part: Part): Uint8Array {
  if (typeof part === 'string') return encoder.encode(part)
  return part instanceof Uint8Array ? part : new Uint8Array(part)
}

/**
 * Joins parts into one buffer, as far as a mail parser asks a `Blob` to. The parser passes each line of a text as a
 * part, and Node's `Blob` takes about 2 kB for every part and time that grows with the square of their number.
 */
export class CompactBlob {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(parts: readonly Part[] = []) {
    let size = 0
    for (const part of parts) size += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
    this.#bytes = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      const bytes = bytesOf(part)
      this.#bytes.set(bytes, at)
      at += bytes.length
    }
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.buffer
  }
}
