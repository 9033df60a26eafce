import type { Db } from '../../platform/db/database.ts'
import { csvLine } from '../../platform/tabular/index.ts'
import { listProblemsAfter, type Item } from './bulk-item.store.ts'

const pageSize = 1000

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

function lineOf(item: Item, width: number): string {
  const cells = Array.from({ length: width }, (_, at) => cellText(item.body[at]))
  return csvLine([...cells, item.problems.map((problem) => problem.message).join(' ')])
}

/** The rows that were not written, as the file had them, with a last column that says why. */
export async function* errorLines(
  db: Db,
  tenantId: number,
  jobId: number,
  header: readonly string[],
): AsyncGenerator<string> {
  yield csvLine([...header, 'Errors'])
  let after = 0
  for (;;) {
    const items = await listProblemsAfter(db, tenantId, jobId, after, pageSize)
    if (items.length === 0) return
    yield items.map((item) => lineOf(item, header.length)).join('')
    after = items.at(-1)?.row ?? after
  }
}

/** A file name with the time at which it was asked for. */
export function errorFileName(at: Date): string {
  return `import-errors-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.csv`
}
