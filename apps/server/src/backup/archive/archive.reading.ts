import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { extract as openExtract } from 'tar-stream'
import { isDeepStrictEqual } from 'node:util'
import {
  aboutFile,
  aboutSchema,
  manifestFile,
  manifestSchema,
  type About,
  type Manifest,
} from './archive.contract.ts'
import { decrypt, type ArchiveKey } from './archive.key.ts'
import { createSums } from './archive.sum.ts'
import { BackupError } from '../backup.error.ts'

/** A part of a member: a piece of a table, or a file. */
export interface ArchivePart {
  name: string
  size: number
  content: AsyncIterable<Uint8Array>
}

/** A member with its parts, which are read in their order and before the next member. */
export interface ArchiveMember {
  name: string
  parts: AsyncIterable<ArchivePart>
}

interface Entry {
  path: string
  size: number
  content: AsyncIterable<Uint8Array>
}

const ageMark = 'age-encryption.org/'

function damaged(path: string, cause?: unknown): BackupError {
  return new BackupError(
    `${path} is damaged or not whole. Nothing was changed. Take another backup.`,
    cause === undefined ? undefined : { cause },
  )
}

/** Whether the file is encrypted, told by how it begins. */
async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new BackupError(`${path} cannot be read.`, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageMark.length), 0, ageMark.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === ageMark
  } finally {
    await file.close()
  }
}

async function openPlain(path: string, key: ArchiveKey | undefined): Promise<Readable> {
  if (!(await isEncrypted(path))) return createReadStream(path)
  if (!key) throw new BackupError(`${path} is encrypted. Give its key with --key-file.`)
  const sealed = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  return Readable.fromWeb((await decrypt(key, sealed)) as Parameters<typeof Readable.fromWeb>[0])
}

/** The entries of an archive in their order; each is read before the next. */
async function* readEntries(path: string, key: ArchiveKey | undefined): AsyncGenerator<Entry> {
  const plain = await openPlain(path, key)
  const [inflate, extract] = [createZstdDecompress(), openExtract()]
  const fail = (error: Error): void => void extract.destroy(error)
  plain.on('error', fail)
  inflate.on('error', fail)
  plain.pipe(inflate).on('data', (piece: Buffer) => {
    if (extract.write(piece)) return
    inflate.pause()
    extract.once('drain', () => inflate.resume())
  })
  inflate.on('end', () => extract.end(null))
  try {
    for await (const entry of extract) {
      yield {
        path: entry.header.name,
        size: entry.header.size ?? 0,
        content: entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>,
      }
    }
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(path, error)
  } finally {
    plain.destroy()
    inflate.destroy()
    extract.destroy()
  }
}

async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const piece of content) void piece
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function readJson(entry: Entry): Promise<{ bytes: Buffer; value: unknown }> {
  const bytes = await bytesOf(entry.content)
  return { bytes, value: JSON.parse(bytes.toString('utf8')) }
}

async function readAbout(path: string, entry: Entry | undefined): Promise<{ bytes: Buffer; about: About }> {
  if (entry?.path !== aboutFile) throw damaged(path)
  const { bytes, value } = await readJson(entry)
  const read = aboutSchema.safeParse(value)
  if (read.success) return { bytes, about: read.data }
  throw new BackupError(
    `${path} is none of Steward's backups, or of a release newer than this one. Use the release that made it, or a later one.`,
  )
}

/** `member/name` of an entry; members have two words, as `tables/record`. */
function placeOf(path: string): { member: string; name: string } {
  const [first = '', second = '', ...rest] = path.split('/')
  return { member: `${first}/${second}`, name: rest.join('/') }
}

/**
 * Reads a whole archive and compares it with its sums. Throws BackupError, when it is damaged, not whole, or
 * encrypted with another key.
 */
export async function verifyArchive(
  path: string,
  key: ArchiveKey | undefined,
): Promise<{ about: About; manifest: Manifest }> {
  const entries = readEntries(path, key)
  const sums = createSums()
  try {
    const { bytes, about } = await readAbout(path, (await entries.next()).value)
    sums.begin('about', aboutFile, bytes.length)(bytes)
    for await (const entry of entries) {
      if (entry.path === manifestFile) {
        const manifest = manifestSchema.parse((await readJson(entry)).value)
        await drain(entries)
        if (!isDeepStrictEqual(manifest.members, sums.end())) throw damaged(path)
        return { about, manifest }
      }
      const { member, name } = placeOf(entry.path)
      const tell = sums.begin(member, name, entry.size)
      for await (const piece of entry.content) tell(piece)
    }
    throw damaged(path)
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(path, error)
  } finally {
    await entries.return(undefined)
  }
}

/** The members of an archive that was verified, in their order; a member that is passed over is skipped. */
export async function* readMembers(path: string, key: ArchiveKey | undefined): AsyncGenerator<ArchiveMember> {
  const entries = readEntries(path, key)
  const next = async (): Promise<Entry | undefined> => {
    const { value } = await entries.next()
    return value === undefined || value.path === manifestFile ? undefined : value
  }
  try {
    await readAbout(path, await next())
    for (let entry = await next(); entry;) {
      const { member } = placeOf(entry.path)
      const parts = (async function* (): AsyncGenerator<ArchivePart> {
        while (entry && placeOf(entry.path).member === member) {
          yield { name: placeOf(entry.path).name, size: entry.size, content: entry.content }
          entry = await next()
        }
      })()
      yield { name: member, parts }
      while (entry && placeOf(entry.path).member === member) {
        await drain(entry.content)
        entry = await next()
      }
    }
  } finally {
    await entries.return(undefined)
  }
}

/** All of a small member as text. */
export async function textOf(member: ArchiveMember): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const { content } of member.parts) pieces.push(await bytesOf(content))
  return Buffer.concat(pieces).toString('utf8')
}
