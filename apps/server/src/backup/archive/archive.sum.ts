import { createHash, type Hash } from 'node:crypto'
import type { MemberSum } from './archive.contract.ts'

interface Running {
  parts: number
  bytes: number
  hash: Hash
}

/** Sums of the members of an archive, as it is written or read. */
export function createSums() {
  const running = new Map<string, Running>()
  return {
    /** Begins a part; the content that follows is passed on piece by piece. */
    begin(member: string, name: string, size: number): (piece: Uint8Array) => void {
      const sum = running.get(member) ?? { parts: 0, bytes: 0, hash: createHash('sha256') }
      running.set(member, sum)
      sum.parts += 1
      sum.bytes += size
      sum.hash.update(`${name}\n${size}\n`)
      return (piece) => void sum.hash.update(piece)
    },
    /** The sums so far; nothing may be added after. */
    end(): Record<string, MemberSum> {
      return Object.fromEntries(
        [...running].map(([member, { parts, bytes, hash }]) => [
          member,
          { parts, bytes, sha256: hash.digest('hex') },
        ]),
      )
    },
  }
}
