import { childrenOf, members, nameOf, tagged, textAt, treeAt, type Tree } from './parse-tree.ts'
import { returned } from './write.ts'

/** Names of functions by the least volatile of that name: `i`, `s` or `v`. */
export type Volatility = Readonly<Record<string, string>>

const isSubquery = (value: unknown): boolean =>
  ['SubLink', 'SelectStmt', 'RangeSubselect'].some((tag) => tagged(value, tag) !== undefined)

/** Every node of a kind; `outside` leaves out what is in subqueries. */
function nodesOf(tree: unknown, tag: string, outside = false): Tree[] {
  if (outside && isSubquery(tree)) return []
  const own = tagged(tree, tag)
  return [...(own ? [own] : []), ...childrenOf(tree).flatMap((child) => nodesOf(child, tag, outside))]
}

/** The names of the functions that are called. */
export function functionsOf(tree: unknown): string[] {
  return nodesOf(tree, 'FuncCall').map(({ funcname }) => nameOf(members(funcname).at(-1)) ?? '')
}

function callsOf(tree: unknown, volatility: Volatility, kinds: string, outside: boolean): Tree[] {
  return nodesOf(tree, 'FuncCall', outside).filter(({ funcname }) => {
    const kind = volatility[nameOf(members(funcname).at(-1)) ?? '']
    return kind !== undefined && kinds.includes(kind)
  })
}

const nameOfCall = ({ funcname }: Tree): string => `${nameOf(members(funcname).at(-1)) ?? ''}()`

/** What Citus says of the functions of an update or delete. */
function changeFaults(change: Tree, table: string, volatility: Volatility): string[] {
  const { withClause: _ctes, returningList: _list, returningClause: _clause, ...rest } = change
  const volatile = callsOf(rest, volatility, 'v', false)
  const perRow = callsOf([change['targetList'], change['whereClause']], volatility, 's', true).filter(
    ({ args }) => nodesOf(args, 'ColumnRef', true).length > 0,
  )
  return [
    ...volatile.map((call) => `changes ${table} by the volatile function ${nameOfCall(call)}`),
    ...perRow.map((call) => `changes ${table} by the stable function ${nameOfCall(call)} of a column`),
  ]
}

function insertFaults(insert: Tree, table: string, volatility: Volatility): string[] {
  const conflict = treeAt(insert, 'onConflictClause')
  const mutable = callsOf([conflict?.['targetList'], conflict?.['whereClause']], volatility, 'sv', false)
  const values = members(tagged(insert['selectStmt'], 'SelectStmt')?.['valuesLists'])
  return [
    ...mutable.map((call) => `meets a conflict in ${table} by the mutable function ${nameOfCall(call)}`),
    ...(nodesOf(values, 'SubLink').length > 0 ? [`gives ${table} values from a subquery`] : []),
  ]
}

/** What Citus refuses of the functions in the writes of a statement, CTEs included. */
export function writeFaults(
  statement: unknown,
  isDistributed: (table: string) => boolean,
  volatility: Volatility,
): string[] {
  const own = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((tag) => {
    const write = tagged(statement, tag)
    const table = textAt(treeAt(write, 'relation'), 'relname') ?? ''
    if (!write || !isDistributed(table)) return []
    const mutable = callsOf(returned(write), volatility, 'sv', false)
    const faults = tag === 'InsertStmt' ? insertFaults : changeFaults
    return [
      ...faults(write, table, volatility),
      ...mutable.map((call) => `returns from ${table} by the mutable function ${nameOfCall(call)}`),
    ]
  })
  return [...own, ...childrenOf(statement).flatMap((child) => writeFaults(child, isDistributed, volatility))]
}
