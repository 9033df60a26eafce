import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { fileLimit } from '@steward/contracts/plain/stored-file'
import { AppError } from '../../platform/errors.ts'
import { headLength, readKind } from './file.kind.ts'

export interface Arrived {
  /** Bytes. */
  size: number
  sha256: Buffer
  mediaType: string
}

/** The refusal of a file that is too large, which names it. */
function tooLarge(name: string): AppError {
  const message = `"${name}" is too large. Files must be under 25 MB.`
  return new AppError('too_large', 'file.too_large', message, { file: message })
}

/** Bytes on their way to the storage: measured, summed and looked at, and cut off where they are too many. */
export class Arrival extends Transform {
  readonly #name: string
  readonly #hash = createHash('sha256')
  readonly #head: Buffer[] = []
  #headed = 0
  #size = 0

  constructor(name: string) {
    super()
    this.#name = name
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length
    if (this.#size >= fileLimit) {
      done(tooLarge(this.#name))
      return
    }
    this.#hash.update(chunk)
    if (this.#headed < headLength) {
      // A copy: the chunk may be a piece of something much larger.
      const piece = Buffer.from(chunk.subarray(0, headLength - this.#headed))
      this.#head.push(piece)
      this.#headed += piece.length
    }
    done(null, chunk)
  }

  /** What arrived, once all of it has. */
  async result(): Promise<Arrived> {
    const head = Buffer.concat(this.#head)
    return {
      size: this.#size,
      sha256: this.#hash.digest(),
      mediaType: await readKind(head, this.#size === head.length),
    }
  }
}
