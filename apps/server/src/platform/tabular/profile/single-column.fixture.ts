import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect } from 'vitest'
import { longestTurn } from '../../../../test/longest-turn.ts'
import { detectTable, profileTable, readTable } from '../index.ts'

const lineBytes = 16
const linesAtOnce = 50_000

/** Lines of sixteen bytes with a number each, in large pieces. */
function* lines(count: number) {
  for (let at = 0; at < count; at += linesAtOnce) {
    const size = Math.min(linesAtOnce, count - at)
    yield Array.from({ length: size }, (_, n) => `CUST-${String(at + n).padStart(10, '0')}\n`).join('')
  }
}

/** Reads a file with one column of so many bytes to its end, twice; gives how many megabytes the memory has grown. */
export async function readSingleColumn(path: string, bytes: number): Promise<number> {
  const count = Math.floor(bytes / lineBytes)
  try {
    await pipeline(Readable.from(['customer\n']), createWriteStream(path))
    await pipeline(Readable.from(lines(count)), createWriteStream(path, { flags: 'a' }))
    const { settings, columns } = await detectTable(path, 'single.csv')
    expect(columns).toEqual(['customer'])
    const { memory } = await longestTurn(async () => {
      const profile = await profileTable(path, settings, 1)
      expect(profile).toMatchObject({ rows: count, columns: [{ type: 'string', filled: count, repeats: 0 }] })
      let rows = 0
      for await (const batch of readTable(path, settings)) rows += batch.rows.length
      expect(rows).toBe(count)
    })
    return memory
  } finally {
    await rm(path, { force: true })
  }
}
