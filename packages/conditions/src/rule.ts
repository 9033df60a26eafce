import type { Operator, RuleKind } from './operator.ts'

/** One test of one field. `value` is what the operator's arity asks for; see `OPERATORS`. */
export interface Condition {
  field: string
  operator: Operator
  value?: unknown
  /** For amounts of money: the currency that the value is in; else it is in that of anyone who asks. */
  currencyDefinitionId?: number
}

/** And, or and not over leaves. An empty `and` holds for everything, an empty `or` for nothing. */
export type Tree<Leaf> = { and: Tree<Leaf>[] } | { or: Tree<Leaf>[] } | { not: Tree<Leaf> } | Leaf

/** A rule as it is stored and sent: plain JSON. */
export type Rule = Tree<Condition>

export interface RuleField {
  name: string
  kind: RuleKind
  label?: string
  /** The ids that still exist. A condition that names none of them any more is broken. */
  allowed?: ReadonlySet<number>
  /** The ids that are below an id: anyone who names that one means them too. */
  below?: ReadonlyMap<number, readonly number[]>
  /** For amounts of money: how values in different currencies compare. */
  money?: Money
}

/** By what amounts are made comparable. What rows hold is multiplied by the same factors before it is compared. */
export interface Money {
  /** The currency of a value that names none. */
  currencyDefinitionId: number
  /** Decimal digits by which an amount in a currency is multiplied; undefined where there is not a rate. */
  factor(currencyDefinitionId: number): string | undefined
}

interface Branches<Leaf> {
  rules: Tree<Leaf>[]
  /** Whether all of the branches must hold, or any one of them. */
  every: boolean
  /** Whether each branch is to be read as its negation. */
  negated: boolean
}

/**
 * The branches of a group, with the negation already pushed one level down
 * (not (a and b) = not a or not b), or nothing when the node is a leaf.
 */
export function branchesOf<Leaf extends object>(
  node: Tree<Leaf>,
  negated: boolean,
): Branches<Leaf> | undefined {
  if ('and' in node) return { rules: node.and, every: !negated, negated }
  if ('or' in node) return { rules: node.or, every: negated, negated }
  if ('not' in node) return { rules: [node.not], every: true, negated: !negated }
  return undefined
}

/** The same tree with every leaf replaced; `path` says where the leaf stands, for example `and[0].not`. */
export function mapLeaves<From extends object, To>(
  node: Tree<From>,
  change: (leaf: From, path: string) => To,
  path = '',
): Tree<To> {
  const below = (rules: Tree<From>[], name: string) =>
    rules.map((rule, index) => mapLeaves(rule, change, `${inside(path, name)}[${index}]`))
  if ('and' in node) return { and: below(node.and, 'and') }
  if ('or' in node) return { or: below(node.or, 'or') }
  if ('not' in node) return { not: mapLeaves(node.not, change, inside(path, 'not')) }
  return change(node, path)
}

/** The path of a named part of what is at `path`; the root's path is empty. */
export function inside(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
