import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  detectTable,
  profileTable,
  type TableSettings,
} from '../../apps/server/src/platform/tabular/index.ts'
import { createByteScanner } from '../../apps/server/src/platform/tabular/profile/byte.scanner.ts'
import { readUtf8 } from '../../apps/server/src/platform/tabular/text.decoding.ts'

/** Megabytes of a file in a second of CPU. */
export interface ReadingFigures {
  shape: string
  megabytes: number
  /** Of the scanner alone, which counts the cells; the median of several passes, like the next. */
  bare: number
  /** Of the whole reading for suggestions. */
  rate: number
  /** Megabytes of the process above what it had before the reading. */
  memory: number
}

/** Spreads numbers over 32 bits, the same each time. */
const spread = (n: number): number => Math.imul(n ^ (n >>> 15), 2_654_435_761) >>> 0

const words = 'Aster Birch Cedar Delta Ember Fjord Grove Harbor Indigo Juniper Kestrel Lumen'.split(' ')
const accents = 'Zürich Ærø Łódź São Äpfel Ñandú 東京 Köln Привет'.split(' ')
const word = (n: number): string => words[spread(n) % words.length] ?? ''
const day = (n: number): string =>
  new Date(Date.UTC(2020, 0, 1 + (spread(n) % 2200))).toISOString().slice(0, 10)
const sentence = (n: number): string => Array.from({ length: 40 }, (_, at) => word(n * 41 + at)).join(' ')
const amount = (n: number): string => (spread(n) / 1000).toFixed(2)

const grouped = (n: number): string => amount(n).replaceAll(/\B(?=(\d{3})+\.)/g, ',')

function americanDay(n: number): string {
  const [year, month, date] = day(n).split('-')
  return `${month}/${date}/${year}`
}

const someOf = (n: number, at: number): string =>
  [amount, day, word, (m: number) => String(spread(m) % 1000), (m: number) => `${word(m)} ${spread(m)}`][
    at % 5
  ]?.(n * 101 + at) ?? ''

/** A line of each shape, without the end of the line. */
const shapes: Record<string, (n: number) => string> = {
  narrow: (n) => `${n},${word(n)} ${spread(n)}`,
  wide: (n) => Array.from({ length: 100 }, (_, at) => someOf(n, at)).join(','),
  'long texts': (n) => `${n},${sentence(n)},${word(n)}`,
  quoted: (n) => `"${n}","${word(n)}, ""${word(n + 1)}"" & Co","a${spread(n)}@${word(n)}.example"`,
  numbers: (n) => Array.from({ length: 12 }, (_, at) => amount(n * 13 + at)).join(','),
  flags: (n) => Array.from({ length: 30 }, (_, at) => String(spread(n * 31 + at) % 2)).join(','),
  accents: (n) =>
    `${n},${accents[spread(n) % accents.length]} ${spread(n) % 5000},Straße ${n % 90},${day(n)}`,
  'mostly empty': (n) =>
    Array.from({ length: 40 }, (_, at) => (spread(n * 41 + at) % 10 === 0 ? someOf(n, at) : '')).join(','),
  'money and days': (n) =>
    `"$${grouped(n)}",${americanDay(n)},${day(n)} 10:${10 + (n % 50)},"${grouped(n + 1)}"`,
}

async function writeShape(path: string, line: (n: number) => string, bytes: number): Promise<void> {
  const width = line(0).split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).length
  async function* pieces() {
    let piece = `${Array.from({ length: width }, (_, at) => `Column ${at + 1}`).join(',')}\n`
    let written = 0
    for (let n = 1; written < bytes; n += 1) {
      piece += `${line(n)}\n`
      if (piece.length < 1 << 16) continue
      written += piece.length
      yield piece
      piece = ''
    }
    yield piece
  }
  await pipeline(pieces, createWriteStream(path))
}

async function countCells(path: string, settings: TableSettings): Promise<number> {
  let cells = 0
  const scanner = createByteScanner(settings, (_, { count }) => (cells += count))
  for await (const { bytes, last } of readUtf8(path, settings.encoding)) scanner.push(bytes, last)
  return cells
}

/** The seconds of CPU that the process takes for a work. */
async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000_000
}

/** Megabytes read by all passes together, and how many passes there are at least. */
const leastRead = 100
const leastPasses = 3

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** How many megabytes of the process a reading takes above what there was before. */
async function memoryOf(read: (note: () => void) => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  await read(() => {
    most = Math.max(most, process.memoryUsage.rss())
  })
  return (most - before) / 1024 / 1024
}

/** The memory is looked at in a pass of its own, the first, which takes longer than the others. */
async function benchShape(shape: string, path: string): Promise<ReadingFigures> {
  const { settings, columns } = await detectTable(path, 'file.csv')
  const megabytes = (await stat(path)).size / 1_000_000
  const memory = await memoryOf((note) => profileTable(path, settings, columns.length, note))
  const passes = Math.max(leastPasses, Math.ceil(leastRead / megabytes))
  const bare: number[] = []
  const whole: number[] = []
  await countCells(path, settings)
  for (let pass = 0; pass < passes; pass += 1) {
    bare.push(await cpuSeconds(() => countCells(path, settings)))
    whole.push(await cpuSeconds(() => profileTable(path, settings, columns.length)))
  }
  return { shape, megabytes, bare: megabytes / median(bare), rate: megabytes / median(whole), memory }
}

/** Reads files of several shapes to their end, as it is done before suggestions. */
export async function benchReading(folder: string, megabytes: number): Promise<ReadingFigures[]> {
  const figures: ReadingFigures[] = []
  for (const [shape, line] of Object.entries(shapes)) {
    const path = join(folder, 'reading.csv')
    await writeShape(path, line, megabytes * 1_000_000)
    figures.push(await benchShape(shape, path))
    await rm(path)
  }
  return figures
}
