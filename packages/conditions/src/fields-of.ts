import { mapLeaves, type Tree } from './rule.ts'

/** The names of all fields a rule asks about, broken conditions included. */
export function fieldsOf(rule: Tree<{ field: string }>): Set<string> {
  const names = new Set<string>()
  mapLeaves(rule, (leaf) => names.add(leaf.field))
  return names
}
