import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { detectTable, profileTable, readTable } from '../index.ts'

/** What the program prints, as JSON. */
export interface ColumnReading {
  columns: string[]
  profile: { rows: number; columns: { type: string; filled: number; repeats: number }[] }
  rows: number
  /** MB that were in use, and not only waiting to be collected, beyond those before the reading; the most at any time. */
  grown: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const piecesBetweenLooks = 8

function inUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_000_000
}

/** Reads the whole file as suggestions do, and again as an import does. */
async function read(path: string): Promise<ColumnReading> {
  const { settings, columns } = await detectTable(path, 'single.csv')
  const before = inUse()
  let [grown, pieces, rows] = [0, 0, 0]
  const look = () => {
    if (pieces++ % piecesBetweenLooks === 0) grown = Math.max(grown, inUse() - before)
  }
  const profile = await profileTable(path, settings, columns.length, look)
  for await (const batch of readTable(path, settings)) {
    rows += batch.rows.length
    look()
  }
  return { columns, profile, rows, grown }
}

process.stdout.write(JSON.stringify(await read(process.argv[2] ?? '')))
