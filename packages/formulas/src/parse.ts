import { problemOf } from './parse-error.ts'
import { parseExpression, type Parsed } from './parser.ts'
import { FORMULA_LIMITS, type BinaryOperator, type FormulaProblem, type Span, type Tree } from './syntax.ts'

export type ParsedFormula = { ok: true; tree: Tree } | { ok: false; problem: FormulaProblem }

class Refusal extends Error {
  readonly problem: FormulaProblem
  constructor(message: string, { from, to }: Span) {
    super(message)
    this.problem = { message, from, to }
  }
}

/** The reach of a node: of its token, or of its outermost parts. */
function spanOf(node: Parsed): Span {
  if (node.from !== undefined && node.to !== undefined) return { from: node.from, to: node.to }
  const parts = ['left', 'right', 'argument', 'object', 'callee']
    .map((key) => node[key] as Parsed | undefined)
    .concat((node['expressions'] ?? node['body'] ?? []) as Parsed[])
    .filter((part) => part !== undefined && part !== null)
    .map(spanOf)
  return { from: Math.min(...parts.map(({ from }) => from)), to: Math.max(...parts.map(({ to }) => to)) }
}

const sameOperator: Readonly<Record<string, BinaryOperator>> = { '==': '=', '!=': '<>' }
const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['blank', null],
])

function wordOf(node: Parsed): Tree {
  const span = spanOf(node)
  const name = String(node['name'])
  const literal = literals.get(name.toLowerCase())
  if (literal !== undefined) return { kind: 'literal', value: literal, ...span }
  if (/^(?:and|or)$/i.test(name)) throw new Refusal(`A value is missing next to "${name}".`, span)
  throw new Refusal(`Put field names in braces: {${name}}. Put brackets after functions: ${name}().`, span)
}

function callOf(node: Parsed): Tree {
  const callee = node['callee'] as Parsed
  const named = spanOf(callee)
  if (callee.type !== 'Identifier') throw new Refusal('Only functions can be followed by brackets.', named)
  const parts = (node['arguments'] as Parsed[]).map(treeOf)
  return { kind: 'call', name: String(callee['name']), named, parts, ...spanOf(node) }
}

function binaryOf(node: Parsed): Tree {
  const left = treeOf(node['left'] as Parsed)
  const right = treeOf(node['right'] as Parsed)
  const written = String(node['operator'])
  const operator = sameOperator[written] ?? (written.toLowerCase() as BinaryOperator)
  return { kind: 'binary', operator, left, right, from: left.from, to: right.to }
}

function severalOf(node: Parsed): never {
  const parts = (node['expressions'] ?? node['body']) as Parsed[]
  const [first, second] = parts
  if (!first) throw new Refusal('A value is missing between the brackets.', { from: 0, to: 1 })
  const word = [first, second].find((part) => part?.type === 'Identifier')
  if (word && /^(?:and|or)$/i.test(String(word['name']))) wordOf(word)
  throw new Refusal('An operator, such as + or &, is missing before this.', spanOf(second ?? first))
}

const makers: Readonly<Record<string, (node: Parsed) => Tree>> = {
  Literal: (node) => ({ kind: 'literal', value: node['value'] as string | number, ...spanOf(node) }),
  Field: (node) => ({ kind: 'field', name: String(node['name']), ...spanOf(node) }),
  Identifier: wordOf,
  CallExpression: callOf,
  BinaryExpression: binaryOf,
  UnaryExpression: (node) => {
    const part = treeOf(node['argument'] as Parsed)
    return { kind: 'sign', operator: node['operator'] as '-' | '+', part, ...spanOf(node) }
  },
  ConditionalExpression: (node) => {
    throw new Refusal('Write if(condition, then, else).', spanOf(node['test'] as Parsed))
  },
  SequenceExpression: severalOf,
  Compound: severalOf,
}

function treeOf(node: Parsed): Tree {
  const make = makers[node.type]
  if (make) return make(node)
  throw new Refusal("Square brackets and dots can't be used in formulas.", spanOf(node))
}

/** How many brackets and signs stand one inside the other; texts and field names do not count. */
function depthOf(text: string): number {
  const bare = text.replaceAll(/"(?:[^"]|"")*"|\{[^}]*\}/g, '0')
  let depth = 0
  let deepest = 0
  for (const character of bare) {
    if (character === '(' || character === '[') depth += 1
    if (character === ')' || character === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  const signs = bare.match(/(?:[-+]\s*)+/g) ?? []
  return deepest + Math.max(0, ...signs.map((run) => run.replaceAll(/\s/g, '').length))
}

function refuse(message: string, length: number): ParsedFormula {
  return { ok: false, problem: { message, from: 0, to: length } }
}

/** Reads a formula; a leading "=" is passed over. Never throws for a text. */
export function parseFormula(text: string): ParsedFormula {
  const { length } = text
  if (length > FORMULA_LIMITS.length) return refuse('A formula can have at most 4,000 characters.', length)
  // Characters are replaced one by one, so that places stay.
  const plain = text.replace(/^(\s*)=/, '$1 ').replaceAll(/\s/g, ' ')
  if (plain.trim() === '') return refuse('Enter a formula.', length)
  if (depthOf(plain) > FORMULA_LIMITS.depth) return refuse('This formula is too deeply nested.', length)
  try {
    return { ok: true, tree: treeOf(parseExpression(plain)) }
  } catch (error) {
    return { ok: false, problem: error instanceof Refusal ? error.problem : problemOf(error, length) }
  }
}
