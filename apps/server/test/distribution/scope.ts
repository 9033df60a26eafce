import { members, nameOf, tagged, textAt, treeAt, type Tree } from './parse-tree.ts'
import type { Slot } from './equality.ts'

/** A column that a query gives. */
export interface Output {
  name: string | undefined
  slot: Slot
}

/** One thing of a FROM: a table, a subquery, a function. */
export interface Item {
  name: string | undefined
  outputs: readonly Output[]
}

/** The things that an expression may name, from the nearest outwards. */
export interface Scope {
  items: Item[]
  outer: Scope | undefined
}

function inScopes(scope: Scope | undefined, find: (item: Item) => Slot | undefined): Slot | undefined {
  for (let at = scope; at; at = at.outer) {
    for (const item of at.items) {
      const slot = find(item)
      if (slot !== undefined) return slot
    }
  }
  return undefined
}

const columnOf = (item: Item, column: string): Slot | undefined =>
  item.outputs.find(({ name }) => name === column)?.slot

function columnSlot(reference: Tree, scope: Scope): Slot | undefined {
  const names = members(reference['fields']).map(nameOf)
  const column = names.at(-1)
  if (column === undefined) return undefined
  const table = names.at(-2)
  return inScopes(scope, (item) =>
    table === undefined || item.name === table ? columnOf(item, column) : undefined,
  )
}

function literalSlot(literal: Tree): Slot {
  const { location: _place, ...value } = literal
  return `=${JSON.stringify(value)}`
}

/** What an expression equals: a column, a parameter or a literal, casts aside. */
export function slotOf(expression: unknown, scope: Scope): Slot | undefined {
  const cast = tagged(expression, 'TypeCast')
  if (cast) return slotOf(cast['arg'], scope)
  const parameter = tagged(expression, 'ParamRef')
  if (parameter) return `$${String(parameter['number'])}`
  const literal = tagged(expression, 'A_Const')
  if (literal) return literalSlot(literal)
  const column = tagged(expression, 'ColumnRef')
  return column && columnSlot(column, scope)
}

/** The name that a thing of a FROM goes by, and those that are given to its columns. */
export function aliasOf(tree: Tree): { name: string | undefined; columns: (string | undefined)[] } {
  const alias = treeAt(tree, 'alias')
  return { name: textAt(alias, 'aliasname'), columns: members(alias?.['colnames']).map(nameOf) }
}

/** Outputs under the names that an alias gives them. */
export function renamed(outputs: readonly Output[], columns: readonly (string | undefined)[]): Output[] {
  return outputs.map((output, at) => ({ ...output, name: columns[at] ?? output.name }))
}

/** The columns that `*` or `table.*` stands for; undefined where the expression is neither. */
export function starOutputs(expression: unknown, scope: Scope): Output[] | undefined {
  const fields = members(tagged(expression, 'ColumnRef')?.['fields'])
  if (!tagged(fields.at(-1), 'A_Star')) return undefined
  const table = nameOf(fields.at(-2))
  const items = scope.items.filter((item) => table === undefined || item.name === table)
  return items.flatMap((item) => item.outputs)
}
