import type { Env } from './binder.ts'
import { childrenOf, members, nameOf, tagged, type Tree } from './parse-tree.ts'
import { slotOf, type Scope } from './scope.ts'

function uniteExpressions(left: unknown, right: unknown, scope: Scope, env: Env): void {
  const lefts = members(tagged(left, 'RowExpr')?.['args'])
  const rights = members(tagged(right, 'RowExpr')?.['args'])
  for (const [at, one] of lefts.entries()) uniteExpressions(one, rights[at], scope, env)
  const [one, other] = [slotOf(left, scope), slotOf(right, scope)]
  if (one && other) env.equality.unite(one, other)
}

function noteMembership(tested: unknown, outputs: readonly { slot: string }[], scope: Scope, env: Env): void {
  const row = members(tagged(tested, 'RowExpr')?.['args'])
  for (const [at, one] of (row.length > 0 ? row : [tested]).entries()) {
    const [left, right] = [slotOf(one, scope), outputs[at]?.slot]
    if (left && right) env.equality.unite(left, right)
  }
}

/** A subquery of a condition: what `in` and `exists` tell holds outside, too, where the condition must hold. */
function readSubquery(link: Tree, scope: Scope, env: Env, holds: boolean): void {
  const kind = link['subLinkType']
  const isMember = kind === 'ANY_SUBLINK' && link['operName'] === undefined
  const inner = { ...env, outer: scope }
  readCondition(link['testexpr'], scope, env, false)
  if (!holds || !(isMember || kind === 'EXISTS_SUBLINK')) {
    env.binder.later.push({ query: link['subselect'], env: inner })
    return
  }
  const outputs = env.binder.read(link['subselect'], inner)
  if (isMember) noteMembership(link['testexpr'], outputs, scope, env)
}

function noteComparison(comparison: Tree, scope: Scope, env: Env): void {
  const kind = comparison['kind']
  const isEqual = kind === 'AEXPR_OP' && nameOf(members(comparison['name'])[0]) === '='
  const list = members(comparison['rexpr'])
  if (isEqual || kind === 'AEXPR_NOT_DISTINCT')
    uniteExpressions(comparison['lexpr'], comparison['rexpr'], scope, env)
  else if (kind === 'AEXPR_IN' && list.length === 1)
    uniteExpressions(comparison['lexpr'], list[0], scope, env)
}

/** Notes what an expression tells; `holds` where a row that comes through must fulfil it. */
export function readCondition(expression: unknown, scope: Scope, env: Env, holds: boolean): void {
  const link = tagged(expression, 'SubLink')
  if (link) return readSubquery(link, scope, env, holds)
  const logic = tagged(expression, 'BoolExpr')
  const stillHolds = holds && logic?.['boolop'] === 'AND_EXPR'
  const comparison = tagged(expression, 'A_Expr')
  if (comparison && holds) noteComparison(comparison, scope, env)
  const parts = logic ? members(logic['args']) : childrenOf(expression)
  for (const part of parts) readCondition(part, scope, env, stillHolds)
  return undefined
}
