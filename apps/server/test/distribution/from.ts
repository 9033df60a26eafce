import { useTable, type Env } from './binder.ts'
import { readCondition } from './condition.ts'
import { members, nameOf, tagged, textAt, type Tree } from './parse-tree.ts'
import { aliasOf, renamed, type Item, type Scope } from './scope.ts'

function addTable(range: Tree, scope: Scope, env: Env): void {
  const table = textAt(range, 'relname') ?? ''
  const { name = table, columns } = aliasOf(range)
  const schema = textAt(range, 'schemaname')
  const cte = schema ? undefined : env.ctes.get(table)
  const isOurs = !schema || schema === 'public'
  const outputs = cte ?? (isOurs ? useTable(table, env, false) : [])
  scope.items.push({ name, outputs: renamed(outputs, columns) })
}

const columnAmong = (items: readonly Item[], column: string | undefined) =>
  items.flatMap(({ outputs }) => outputs).find(({ name }) => name === column)?.slot

function addJoin(join: Tree, scope: Scope, env: Env): void {
  const before = scope.items.length
  addFrom(join['larg'], scope, env)
  const middle = scope.items.length
  addFrom(join['rarg'], scope, env)
  for (const column of members(join['usingClause']).map(nameOf)) {
    const left = columnAmong(scope.items.slice(before, middle), column)
    const right = columnAmong(scope.items.slice(middle), column)
    if (left && right) env.equality.unite(left, right)
  }
  readCondition(join['quals'], scope, env, true)
}

function addSubquery(subquery: Tree, scope: Scope, env: Env): void {
  const { name, columns } = aliasOf(subquery)
  const outputs = env.binder.read(subquery['subquery'], { ...env, outer: scope })
  scope.items.push({ name, outputs: renamed(outputs, columns) })
}

function addFunction(range: Tree, scope: Scope, env: Env): void {
  const { name, columns } = aliasOf(range)
  const listed = members(range['coldeflist']).map((column) => textAt(tagged(column, 'ColumnDef'), 'colname'))
  const names = [...columns, ...listed]
  readCondition(range['functions'], scope, env, false)
  const outputs = (names.length > 0 ? names : [name]).map((column) => ({
    name: column,
    slot: env.binder.fresh(),
  }))
  scope.items.push({ name, outputs })
}

const readers: Record<string, (range: Tree, scope: Scope, env: Env) => void> = {
  RangeVar: addTable,
  JoinExpr: addJoin,
  RangeSubselect: addSubquery,
  RangeFunction: addFunction,
}

/** Adds a thing of a FROM to the scope, and notes what its joins tell. */
export function addFrom(from: unknown, scope: Scope, env: Env): void {
  for (const [tag, add] of Object.entries(readers)) {
    const range = tagged(from, tag)
    if (range) add(range, scope, env)
  }
}
