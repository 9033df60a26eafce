import { newBlock, type Env } from './binder.ts'
import { readCondition } from './condition.ts'
import { isFixed } from './equality.ts'
import { addFrom } from './from.ts'
import { members, nameOf, tagged, textAt, treeAt, type Tree } from './parse-tree.ts'
import { renamed, slotOf, starOutputs, type Output, type Scope } from './scope.ts'

/** The columns of a list of targets, as of a select or of `returning`. */
export function targetOutputs(targets: unknown, scope: Scope, env: Env): Output[] {
  return members(targets).flatMap((each) => {
    const target = tagged(each, 'ResTarget')
    const value = target?.['val']
    const star = starOutputs(value, scope)
    if (star) return star
    readCondition(value, scope, env, false)
    const own = members(tagged(value, 'ColumnRef')?.['fields']).at(-1)
    const slot = slotOf(value, scope) ?? env.binder.fresh()
    return [{ name: textAt(target, 'name') ?? nameOf(own), slot }]
  })
}

function valuesOutputs(lists: readonly unknown[], scope: Scope, env: Env): Output[] {
  const rows = lists.map(members)
  readCondition(rows, scope, env, false)
  return (rows[0] ?? []).map((_, at) => {
    const slots = rows.map((row) => slotOf(row[at], scope))
    // Rows are sent where they belong one by one: each has to say so, and no more.
    const isGiven = slots.every((slot) => slot !== undefined && isFixed(slot))
    return { name: `column${at + 1}`, slot: (isGiven && slots[0]) || env.binder.fresh() }
  })
}

function unionOutputs(select: Tree, env: Env): Output[] {
  const left = selectOutputs(treeAt(select, 'larg') ?? {}, env)
  const right = selectOutputs(treeAt(select, 'rarg') ?? {}, env)
  return left.map(({ name, slot: first }, at) => {
    const slot = env.binder.fresh()
    env.binder.unions.push({ slot, branches: [first, right[at]?.slot] })
    return { name, slot }
  })
}

function cteOutputs(cte: Tree, env: Env, isRecursive: boolean): Output[] {
  const name = textAt(cte, 'ctename') ?? ''
  const columns = members(cte['aliascolnames']).map(nameOf)
  if (cte['search_clause'] ?? cte['cycle_clause'])
    env.binder.faults.push(`the CTE ${name} searches or looks for cycles`)
  const first = isRecursive ? treeAt(tagged(cte['ctequery'], 'SelectStmt'), 'larg') : undefined
  if (!first) return renamed(env.binder.read(cte['ctequery'], env), columns)
  // What it calls itself has the columns of what it begins with.
  const begun = renamed(selectOutputs(first, env), columns)
  const ctes = new Map([...env.ctes, [name, begun] as const])
  return renamed(env.binder.read(cte['ctequery'], { ...env, ctes }), columns)
}

/** The same place with the CTEs of a statement. */
export function withCtes(statement: Tree, env: Env): Env {
  const clause = treeAt(statement, 'withClause')
  if (!clause) return env
  const ctes = new Map(env.ctes)
  for (const each of members(clause['ctes'])) {
    const cte = tagged(each, 'CommonTableExpr') ?? {}
    const inner = { ...env, ctes, outer: undefined, block: newBlock(env.binder) }
    ctes.set(textAt(cte, 'ctename') ?? '', cteOutputs(cte, inner, clause['recursive'] === true))
  }
  return { ...env, ctes }
}

const rest = ['groupClause', 'havingClause', 'sortClause', 'limitCount', 'limitOffset', 'windowClause']

/** The columns of a select, of a list of values or of a union. */
export function selectOutputs(select: Tree, around: Env): Output[] {
  const env = withCtes(select, around)
  if ((select['op'] ?? 'SETOP_NONE') !== 'SETOP_NONE') return unionOutputs(select, env)
  const scope: Scope = { items: [], outer: env.outer }
  for (const from of members(select['fromClause'])) addFrom(from, scope, env)
  readCondition(select['whereClause'], scope, env, true)
  const lists = members(select['valuesLists'])
  if (lists.length > 0) return valuesOutputs(lists, scope, env)
  const outputs = targetOutputs(select['targetList'], scope, env)
  readCondition(
    rest.map((part) => select[part]),
    scope,
    env,
    false,
  )
  return outputs
}
