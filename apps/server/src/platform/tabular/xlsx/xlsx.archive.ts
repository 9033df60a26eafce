import { stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { TableError } from '../table.contract.ts'

export interface ArchiveLimits {
  /** Inflated bytes that one byte of the file may become, once `graceBytes` are exceeded. */
  ratio: number
  graceBytes: number
  /** Inflated bytes in all, whatever the ratio. */
  totalBytes: number
  entries: number
}

/** A sheet of a million real rows inflates to 2 or 3 GB, 10 to 40 times its size in the file. */
const archiveLimits: ArchiveLimits = {
  ratio: 250,
  graceBytes: 32 * 1024 * 1024,
  totalBytes: 8 * 1024 * 1024 * 1024,
  entries: 10_000,
}

export interface Archive {
  /** The size of the file in bytes. */
  size: number
  has(name: string): boolean
  /** The text of an entry, with the share (0 to 1) of it that has been read. Throws TableError. */
  text(name: string): AsyncGenerator<{ text: string; share: number }>
  close(): void
}

/**
 * Opens a ZIP. The bytes that its entries really inflate to are counted together and held against the
 * size of the file on the disk, since the sizes in the headers may lie. Throws TableError.
 */
export async function openArchive(path: string, limits = archiveLimits): Promise<Archive> {
  const size = (await stat(path)).size
  const zip = await orDamaged(openPromise(path, { autoClose: false, lazyEntries: true }))
  const entries = new Map<string, Entry>()
  try {
    if (zip.entryCount > limits.entries) throw bomb()
    await orDamaged(collect(zip, entries))
  } catch (error) {
    zip.close()
    throw error
  }
  const allowed = Math.min(limits.totalBytes, Math.max(limits.graceBytes, size * limits.ratio))
  let inflated = 0

  async function* text(name: string): AsyncGenerator<{ text: string; share: number }> {
    const entry = entries.get(name.toLowerCase())
    if (!entry || entry.isEncrypted()) throw damaged()
    const stream = await orDamaged(zip.openReadStreamPromise(entry))
    const decoder = new StringDecoder('utf8')
    let own = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        inflated += chunk.length
        own += chunk.length
        if (inflated > allowed) throw bomb()
        yield { text: decoder.write(chunk), share: Math.min(1, own / Math.max(1, entry.uncompressedSize)) }
      }
    } catch (error) {
      throw error instanceof TableError ? error : damaged()
    } finally {
      stream.destroy()
    }
  }

  return { size, has: (name) => entries.has(name.toLowerCase()), text, close: () => zip.close() }
}

async function collect(zip: ZipFile, entries: Map<string, Entry>): Promise<void> {
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
}

async function orDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof TableError ? error : damaged()
  }
}

export function damaged(): TableError {
  const what = 'The Excel file is damaged or incomplete.'
  return new TableError('not_a_table', `${what} Open it in Excel, save it again, and upload that.`)
}

function bomb(): TableError {
  const what = 'The Excel file decompresses to suspiciously much data and was not read.'
  return new TableError('bomb', `${what} Save the sheet as CSV and upload that.`)
}
