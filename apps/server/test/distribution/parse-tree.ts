import { loadModule, parseSync } from 'libpg-query'

/** A node of PostgreSQL's own parse tree. Most are under their tag: `{ SelectStmt: { … } }`. */
export interface Tree {
  readonly [key: string]: unknown
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is under a tag; undefined where the node is of another kind. */
export function tagged(value: unknown, tag: string): Tree | undefined {
  const inner = isTree(value) ? value[tag] : undefined
  return isTree(inner) ? inner : undefined
}

/** The members of a list, whether it is by itself or under its tag. */
export function members(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const items = tagged(value, 'List')?.['items']
  return Array.isArray(items) ? items : []
}

/** The text of a name. */
export function nameOf(value: unknown): string | undefined {
  const text = tagged(value, 'String')?.['sval']
  return typeof text === 'string' ? text : undefined
}

export function textAt(tree: Tree | undefined, key: string): string | undefined {
  const value = tree?.[key]
  return typeof value === 'string' ? value : undefined
}

export function treeAt(tree: Tree | undefined, key: string): Tree | undefined {
  const value = tree?.[key]
  return isTree(value) ? value : undefined
}

/** The nodes right below a node, tags passed over. */
export function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isTree(value) ? Object.values(value).filter((child) => typeof child === 'object') : []
}

/** The statements of a text. Throws where PostgreSQL could not read it. */
export async function parse(text: string): Promise<unknown[]> {
  await loadModule()
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt?: unknown }[] }
  return stmts.map(({ stmt }) => stmt)
}
