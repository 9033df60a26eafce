import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack as openPack, type Pack } from 'tar-stream'
import { aboutFile, manifestFile, type About, type Manifest } from './archive.contract.ts'
import { encrypt, type ArchiveKey } from './archive.key.ts'
import { createSums } from './archive.sum.ts'
import { BackupError } from '../backup.error.ts'

export interface ArchiveWriter {
  /** Adds a part to a member, whose parts follow on each other. */
  add(member: string, name: string, content: Uint8Array): Promise<void>
  /** The same of a stream, which has to give as many bytes as it was said. */
  addStream(member: string, name: string, size: number, content: Readable): Promise<void>
}

const compressionLevel = 3

function jsonOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}

function addEntry(pack: Pack, name: string, content: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    pack.entry({ name, size: body.length }, body, (error) => (error ? reject(error) : resolve()))
  })
}

async function addStreamEntry(pack: Pack, name: string, size: number, pieces: AsyncIterable<Uint8Array>) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Anyone who waits is notified of a fault; until then it is no one's.
  promise.catch(() => undefined)
  const entry = pack.entry({ name, size }, (error) => (error ? reject(error) : resolve()))
  try {
    for await (const piece of pieces) {
      if (entry.write(piece)) continue
      await Promise.race([new Promise<void>((drained) => entry.once('drain', () => drained())), promise])
    }
    entry.end(null)
  } catch (error) {
    entry.destroy()
    throw error
  }
  await promise
}

function writerOn(pack: Pack, sums: ReturnType<typeof createSums>): ArchiveWriter {
  return {
    async add(member, name, content) {
      sums.begin(member, name, content.byteLength)(content)
      await addEntry(pack, `${member}/${name}`, content)
    },
    async addStream(member, name, size, content) {
      const tell = sums.begin(member, name, size)
      const pieces = async function* () {
        for await (const piece of content as AsyncIterable<Uint8Array>) {
          tell(piece)
          yield piece
        }
      }
      await addStreamEntry(pack, `${member}/${name}`, size, pieces())
    },
  }
}

/** The archive as it goes to the disk: packed, compressed, and encrypted where there is a key. */
async function* outgoing(pack: Pack, key: ArchiveKey | undefined): AsyncGenerator<Uint8Array> {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: compressionLevel, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const packed = pipeline(Readable.from(pack), compress)
  // Anyone who reads the compressed stream is notified of a fault.
  packed.catch(() => undefined)
  if (key) yield* await encrypt(key, Readable.toWeb(compress) as ReadableStream<Uint8Array>)
  else yield* compress
  await packed
}

async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) {
    throw new BackupError(`${path} is there already. Give the backup a name of its own.`)
  }
  if (!(await stat(dirname(path)).catch(() => undefined))?.isDirectory()) {
    throw new BackupError(`The folder ${dirname(path)} does not exist. Create it first.`)
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

/**
 * Writes an archive, readable by its owner alone; it is there under its name when it is whole. `fill` adds the
 * members and gives what the manifest tells beside their sums. Returns its bytes.
 */
export async function writeArchive(
  path: string,
  key: ArchiveKey | undefined,
  about: About,
  fill: (archive: ArchiveWriter) => Promise<Omit<Manifest, 'members'>>,
): Promise<number> {
  await refuseExisting(path)
  const draft = `${path}.part`
  const pack = openPack()
  const sums = createSums()
  const writing = pipeline(outgoing(pack, key), createWriteStream(draft, { mode: 0o600 }))
  const filling = async (): Promise<void> => {
    const head = jsonOf(about)
    sums.begin('about', aboutFile, head.length)(head)
    await addEntry(pack, aboutFile, head)
    const told = await fill(writerOn(pack, sums))
    await addEntry(pack, manifestFile, jsonOf({ members: sums.end(), ...told }))
    pack.finalize()
  }
  try {
    const filled = filling().catch((error: unknown) => {
      pack.destroy(error as Error)
      throw error
    })
    // A disk that is full ends the writing, and nothing drains any more.
    await Promise.race([Promise.all([filled, writing]), writing.then(() => filled)])
    await flush(draft)
    await rename(draft, path)
    return (await stat(path)).size
  } catch (error) {
    pack.destroy()
    await writing.catch(() => undefined)
    await rm(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new BackupError(`There is not enough disk space for ${path}. The partial file was deleted.`, {
      cause: error,
    })
  }
}
