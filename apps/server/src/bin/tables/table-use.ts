import { gap } from './sql-text.ts'

/** How a statement uses a table. */
export type Access = 'read' | 'write'

export interface TableUse {
  /** The table, or the gap where the source puts its name in. */
  table: string
  access: Access
}

const strings = /'(?:[^']|'')*'/g
const comments = /\/\*[\s\S]*?\*\/|--[^\n]*/g
const tokens = /[a-z_][a-z0-9_$]*|\S/g

/** Words after which a table is named; those that begin a list of several, and those after which it is written. */
const lists = new Set(['from', 'join', 'using'])
const writes = new Set(['into', 'update', 'table', 'truncate', 'copy'])
/** Words that may be between. */
const passedOver = new Set(['only', 'lateral', 'if', 'not', 'exists', 'concurrently'])
const endOfList = new Set([
  'where',
  'group',
  'order',
  'limit',
  'having',
  'union',
  'set',
  'select',
  'returning',
])
/** `for update`, `do update`, `on update`, `is distinct from` name no table. */
const notBefore: Readonly<Record<string, ReadonlySet<string>>> = {
  update: new Set(['for', 'do', 'key', 'on']),
  from: new Set(['distinct']),
}

/** Names that a statement gives to queries of its own. */
function queriesOf(words: readonly string[]): Set<string> {
  const isQuery = (at: number): boolean => {
    const [as, next] = [words[at + 1], words[at + 2]]
    return as === 'as' && (next === '(' || next === gap || next === 'materialized' || next === 'not')
  }
  return new Set(words.filter((_, at) => isQuery(at)))
}

interface Walk {
  words: readonly string[]
  /** Whether the commas at each depth of parentheses part tables. */
  lists: boolean[]
  /** Whether a table is named next, and how it is used. */
  expected: Access | null
  makesIndex: boolean
}

function accessAfter({ words, makesIndex }: Walk, at: number): Access | null {
  const [before = '', word = ''] = [words[at - 1], words[at]]
  if (notBefore[word]?.has(before)) return null
  if (word === 'from' && before === 'delete') return 'write'
  if (lists.has(word)) return 'read'
  return writes.has(word) || (makesIndex && word === 'on') ? 'write' : null
}

/** Follows the walk over a word that names no table. */
function pass(walk: Walk, at: number): void {
  const word = walk.words[at] ?? ''
  const depth = walk.lists.length - 1
  if (word === '(') walk.lists.push(walk.expected !== null)
  else if (word === ')') walk.lists.length = Math.max(depth, 1)
  else if (word === ',') walk.expected = walk.lists[depth] ? 'read' : null
  else if (!passedOver.has(word)) {
    walk.expected = accessAfter(walk, at)
    if (lists.has(word) && walk.expected) walk.lists[depth] = true
    if (endOfList.has(word)) walk.lists[depth] = false
  }
}

/** Whether what is at a place is a table by itself: not the table of a column, nor a function. */
function isWhole({ words, expected }: Walk, at: number): boolean {
  const next = words[at + 1]
  return next !== '.' && (expected === 'write' || next !== '(')
}

/**
 * The tables that a text uses where it is SQL, of those given; a gap where the name of one is put in. Anything
 * else that reads like it, as a sentence may, is for the caller to tell.
 */
export function usesOf(text: string, tables: ReadonlySet<string>): TableUse[] {
  const plain = text.replaceAll(comments, ' ').replaceAll(strings, ' 0 ').replaceAll('"', '').toLowerCase()
  const words = plain.replaceAll('public.', '').match(tokens) ?? []
  const queries = queriesOf(words)
  const makesIndex = /\bcreate\s+(?:unique\s+)?index\b/.test(plain)
  const walk: Walk = { words, lists: [false], expected: null, makesIndex }
  const uses: TableUse[] = []
  for (const [at, word] of words.entries()) {
    const isNamed = word === gap || (tables.has(word) && !queries.has(word))
    if (walk.expected && isNamed && isWhole(walk, at)) {
      uses.push({ table: word, access: walk.expected })
      walk.expected = null
    } else pass(walk, at)
  }
  return uses
}
