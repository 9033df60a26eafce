import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { ColumnReading } from './single-column.program.ts'

const program = fileURLToPath(new URL('./single-column.program.ts', import.meta.url))
const execute = promisify(execFile)
const lineBytes = 16
const linesAtOnce = 50_000

/** Lines of sixteen bytes with a number each, in large pieces. */
function* lines(count: number) {
  for (let at = 0; at < count; at += linesAtOnce) {
    const size = Math.min(linesAtOnce, count - at)
    yield Array.from({ length: size }, (_, n) => `CUST-${String(at + n).padStart(10, '0')}\n`).join('')
  }
}

/**
 * Reads a file with one column of so many bytes to its end, twice; gives the megabytes in use for it at most.
 * A process of its own reads it, in which nothing else is collected meanwhile. What the process has reserved says
 * little: the heap doubles or not as the collector likes.
 */
export async function readSingleColumn(path: string, bytes: number): Promise<number> {
  const count = Math.floor(bytes / lineBytes)
  try {
    await pipeline(Readable.from(['customer\n']), createWriteStream(path))
    await pipeline(Readable.from(lines(count)), createWriteStream(path, { flags: 'a' }))
    const { stdout } = await execute(process.execPath, [program, path])
    const { grown, ...found } = JSON.parse(stdout) as ColumnReading
    expect(found).toMatchObject({
      columns: ['customer'],
      profile: { rows: count, columns: [{ type: 'string', filled: count, repeats: 0 }] },
      rows: count,
    })
    return grown
  } finally {
    await rm(path, { force: true })
  }
}
