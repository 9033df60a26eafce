import { distributionColumn } from '../../src/bin/citus/placement.ts'
import { useTable, type Env } from './binder.ts'
import { readCondition } from './condition.ts'
import { addFrom } from './from.ts'
import { members, tagged, textAt, treeAt, type Tree } from './parse-tree.ts'
import { aliasOf, type Output, type Scope } from './scope.ts'
import { targetOutputs, withCtes } from './select.ts'

/** What a write returns; where it stands changed with PostgreSQL 18. */
export const returned = (write: Tree): unknown =>
  write['returningList'] ?? treeAt(write, 'returningClause')?.['exprs']

const nameOfTarget = (target: unknown): string | undefined => textAt(tagged(target, 'ResTarget'), 'name')

function targetOf(write: Tree, env: Env): { scope: Scope; table: string; outputs: Output[] } {
  const relation = treeAt(write, 'relation') ?? {}
  const table = textAt(relation, 'relname') ?? ''
  const outputs = useTable(table, env, true)
  return {
    scope: { items: [{ name: aliasOf(relation).name ?? table, outputs }], outer: env.outer },
    table,
    outputs,
  }
}

/** The columns that an insert returns. */
export function insertOutputs(insert: Tree, around: Env): Output[] {
  const env = withCtes(insert, around)
  const source = env.binder.read(insert['selectStmt'], env)
  const { scope, table, outputs } = targetOf(insert, env)
  const named = members(insert['cols']).map(nameOfTarget)
  const order = named.length > 0 ? named : (env.binder.relations.get(table)?.columns ?? [])
  const given = source[order.indexOf(distributionColumn)]?.slot
  const tenant = outputs.find(({ name }) => name === distributionColumn)?.slot
  if (given && tenant) env.equality.unite(tenant, given)
  const conflict = treeAt(insert, 'onConflictClause')
  const both: Scope = { ...scope, items: [...scope.items, { name: 'excluded', outputs }] }
  readCondition([conflict?.['targetList'], conflict?.['whereClause']], both, env, false)
  return targetOutputs(returned(insert), scope, env)
}

/** The columns that an update or delete returns. */
export function changeOutputs(change: Tree, around: Env): Output[] {
  const env = withCtes(change, around)
  const { scope, table } = targetOf(change, env)
  for (const from of members(change['fromClause'] ?? change['usingClause'])) addFrom(from, scope, env)
  readCondition(change['whereClause'], scope, env, true)
  const sets = members(change['targetList'])
  if (sets.some((set) => nameOfTarget(set) === distributionColumn))
    env.binder.faults.push(`gives rows of ${table} to another tenant`)
  readCondition(sets, scope, env, false)
  return targetOutputs(returned(change), scope, env)
}
