import type { About } from '../../src/backup/archive/archive.contract.ts'
import { readMembers, verifyArchive } from '../../src/backup/archive/archive.reading.ts'
import { writeArchive } from '../../src/backup/archive/archive.writing.ts'

/** What someone changed about an archive before they handed it on. */
export interface Forgery {
  about?: (about: About) => About
  /** The content of a part of a member. */
  part?: (member: string, content: Buffer) => Buffer
  /** Parts that are added at the end: member, name, content. */
  more?: readonly (readonly [string, string, string])[]
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Writes an archive again with something else in it, and with sums that are right. */
export async function forge(from: string, to: string, forgery: Forgery): Promise<void> {
  const { about, manifest } = await verifyArchive(from, undefined)
  const { about: headOf = (head) => head, part = (_member, content) => content, more = [] } = forgery
  await writeArchive(to, undefined, headOf(about), async (archive) => {
    for await (const { name: member, parts } of readMembers(from, undefined)) {
      for await (const { name, content } of parts) {
        await archive.add(member, name, part(member, await bytesOf(content)))
      }
    }
    for (const [member, name, content] of more) await archive.add(member, name, Buffer.from(content))
    return { rows: manifest.rows, missing: manifest.missing }
  })
}
