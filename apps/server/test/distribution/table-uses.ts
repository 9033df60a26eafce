import { usesOf } from '../../src/bin/tables/table-use.ts'
import { childrenOf, members, parse, tagged, textAt, treeAt, type Tree } from './parse-tree.ts'

const writing = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']
const judged = ['SelectStmt', ...writing]

function queriesOf(statement: Tree | undefined): string[] {
  return members(treeAt(statement, 'withClause')?.['ctes']).flatMap(
    (cte) => textAt(tagged(cte, 'CommonTableExpr'), 'ctename') ?? [],
  )
}

/** The uses below a node. Targets of writes stand without a tag, all other tables under theirs. */
function usesBelow(node: unknown, queries: ReadonlySet<string>): string[] {
  const range = tagged(node, 'RangeVar')
  const read = range && textAt(range, 'relname')
  if (read !== undefined) return queries.has(read) && !range?.['schemaname'] ? [] : [`read ${read}`]
  const select = tagged(node, 'SelectStmt')
  const written = writing.map((tag) => tagged(node, tag)).filter((one) => one !== undefined)
  const known = new Set([...queries, ...[select, ...written].flatMap(queriesOf)])
  const targets = written.flatMap((one) => textAt(treeAt(one, 'relation'), 'relname') ?? [])
  return [
    ...targets.map((table) => `write ${table}`),
    ...childrenOf(node).flatMap((child) => usesBelow(child, known)),
  ]
}

/**
 * How a statement uses tables, as PostgreSQL reads it and as the check of table ownership does. Of statements that
 * neither read nor write rows, as those that make an index, nothing is said.
 */
export async function bothReadings(
  text: string,
  tables: ReadonlySet<string>,
): Promise<{ parsed: string[]; scanned: string[] }> {
  const sorted = (uses: readonly string[]) =>
    [...new Set(uses)].filter((use) => tables.has(use.split(' ')[1] ?? '')).toSorted()
  const statements = (await parse(text)).filter((one) => judged.some((tag) => tagged(one, tag)))
  if (statements.length === 0) return { parsed: [], scanned: [] }
  return {
    parsed: sorted(statements.flatMap((statement) => usesBelow(statement, new Set()))),
    scanned: sorted(usesOf(text, tables).map(({ access, table }) => `${access} ${table}`)),
  }
}
