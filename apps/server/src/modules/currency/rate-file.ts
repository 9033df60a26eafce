import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { rateImportLimits } from '@steward/contracts/currency'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { AppError, invalid } from '../../platform/errors.ts'
import { isDay } from '@steward/contracts/value'

/** The last day of a month that a file has, with its rates by code: how much of a currency one euro is. */
export interface PublishedMonth {
  month: string
  day: string
  rates: ReadonlyMap<string, string>
}

export interface PublishedRates {
  /** How many days were read. */
  days: number
  /** The codes of the header. */
  codes: readonly string[]
  /** In no order. */
  months: readonly PublishedMonth[]
}

function refuse(message: string): AppError {
  return invalid('currency.file', { file: message })
}

function tooLarge(): AppError {
  const message = 'Send a file of at most 5 MB, and at most 64 MB uncompressed.'
  return new AppError('too_large', 'currency.file_too_large', message, { file: message })
}

/** The bytes of an upload. Throws `too_large`. */
export async function collectFile(bytes: AsyncIterable<Buffer | Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > rateImportLimits.file) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function firstTable(zip: ZipFile): Promise<Entry> {
  let seen = 0
  for await (const entry of zip.eachEntry()) {
    seen += 1
    if (entry.fileName.toLowerCase().endsWith('.csv') && !entry.isEncrypted()) return entry
    if (seen > 100) break
  }
  throw refuse('This archive contains no CSV file. Send the unmodified archive of the European Central Bank.')
}

async function opened(bytes: Buffer): Promise<Readable> {
  if (bytes.length === 0) throw refuse('The file is empty.')
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return Readable.from([bytes]).pipe(createGunzip())
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return Readable.from([bytes])
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  return zip.openReadStreamPromise(await firstTable(zip))
}

/** Counts the unpacked bytes of an archive: a small one may contain very many. */
async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of source) {
    size += part.length
    if (size > rateImportLimits.unpacked) throw tooLarge()
    yield part
  }
}

const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim().replaceAll('"', ''))

/** The header of the bank's table: a day, then codes. An empty name ends it. */
function readHeader(line: string): string[] {
  const [first = '', ...codes] = cellsOf(line.replace(/^\uFEFF/, ''))
  const named = codes.filter((code) => code !== '')
  if (
    first.toLowerCase() !== 'date' ||
    named.length === 0 ||
    named.some((code) => !/^[A-Z]{3}$/.test(code))
  ) {
    throw refuse(
      'This is not the reference rate table of the European Central Bank, which starts with "Date" and currency codes.',
    )
  }
  return named
}

const isRate = (text: string): boolean => /^\d{1,12}(\.\d{1,12})?$/.test(text) && Number(text) > 0

/** Keeps the last day of each month, line by line. */
function createReading() {
  let codes: string[] | undefined
  let number = 0
  const days = new Map<string, string>()
  const rates = new Map<string, Map<string, string>>()
  let count = 0

  function readDay(line: string): void {
    const [day = '', ...cells] = cellsOf(line)
    if (!isDay(day)) throw refuse(`Line ${number} does not start with a date like YYYY-MM-DD.`)
    count += 1
    const month = day.slice(0, 7)
    if ((days.get(month) ?? '') > day) return
    const found = new Map<string, string>()
    for (const [index, code] of (codes ?? []).entries()) {
      const text = cells[index] ?? ''
      if (text === '' || text === 'N/A') continue
      if (!isRate(text)) throw refuse(`Line ${number} has no rate for ${code}: "${text.slice(0, 20)}".`)
      found.set(code, text)
    }
    days.set(month, day)
    rates.set(month, found)
  }

  return {
    line(text: string): void {
      number += 1
      if (text.trim() === '') return
      if (codes) readDay(text)
      else codes = readHeader(text)
    },
    done(): PublishedRates {
      if (!codes || count === 0) throw refuse('This file contains no rates.')
      const months = [...days].map(([month, day]) => ({ month, day, rates: rates.get(month) ?? new Map() }))
      return { days: count, codes, months }
    },
  }
}

/**
 * Reads the reference rates of the European Central Bank, as CSV, packed or not, line by line; of each month
 * the last day that is in it. Throws `invalid_input` at `file`, and `too_large`.
 */
export async function readPublished(bytes: Buffer): Promise<PublishedRates> {
  const reading = createReading()
  const plain = new PassThrough()
  try {
    const source = await opened(bytes)
    const flowing = pipeline(source, counted, plain)
    // An error in the pipe ends the lines; it is reported below.
    flowing.catch(() => undefined)
    for await (const line of createInterface({ input: plain, crlfDelay: Infinity })) reading.line(line)
    await flowing
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuse('The file is damaged. Download it again and send it unmodified.')
  } finally {
    plain.destroy()
  }
  return reading.done()
}
