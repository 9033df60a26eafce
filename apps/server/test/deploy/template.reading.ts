/** An expression of a template, as charts of Helm are written in. */
export type Expression =
  | { kind: 'literal'; value: unknown }
  /** A path from the dot, from `$`, or from a variable. */
  | { kind: 'path'; from: string; names: string[] }
  | { kind: 'call'; name: string; given: Expression[] }

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; value: Expression }
  | { kind: 'if' | 'with'; branches: { when: Expression; body: Node[] }[]; otherwise: Node[] }
  | { kind: 'range'; over: Expression; names: string[]; each: Node[] }
  | { kind: 'define'; name: string; body: Node[] }

const action = /\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}/g
const word = /\s*(\(|\)|\||:=|,|"(?:[^"\\]|\\.)*"|[^\s()|,]+)/y

type Token = { text: string } | { act: string }

/** Texts and actions in turn; a dash takes away the space on its side. */
function split(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let trimNext = false
  const push = (text: string, trimEnd: boolean) => {
    const started = trimNext ? text.trimStart() : text
    tokens.push({ text: trimEnd ? started.trimEnd() : started })
  }
  for (const match of source.matchAll(action)) {
    push(source.slice(at, match.index), match[1] === '-')
    if (!match[2]?.startsWith('/*')) tokens.push({ act: match[2] ?? '' })
    trimNext = match[3] === '-'
    at = match.index + match[0].length
  }
  push(source.slice(at), false)
  return tokens
}

function wordsOf(text: string): string[] {
  const words: string[] = []
  word.lastIndex = 0
  for (let match = word.exec(text); match; match = word.exec(text)) words.push(match[1] as string)
  return words
}

function operand(text: string): Expression {
  if (text.startsWith('"')) return { kind: 'literal', value: JSON.parse(text) }
  if (/^-?\d+$/.test(text)) return { kind: 'literal', value: Number(text) }
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' }
  if (!/^[.$]/.test(text)) return { kind: 'call', name: text, given: [] }
  const [from = '', ...names] = text.split('.')
  return { kind: 'path', from, names: names.filter(Boolean) }
}

/** Reads words up to a closing bracket: calls that hand their results on. */
function pipeline(words: string[]): Expression {
  let before: Expression | undefined
  for (;;) {
    const parts: Expression[] = []
    while (words.length > 0 && words[0] !== ')' && words[0] !== '|') {
      const next = words.shift() as string
      parts.push(next === '(' ? pipeline(words) : operand(next))
    }
    const [first, ...given] = parts
    if (!first) throw new Error('An action without a word')
    const all = before ? [...given, before] : given
    if (first.kind === 'call') before = { ...first, given: [...first.given, ...all] }
    else if (all.length > 0) throw new Error('A value is not a function')
    else before = first
    if (words.shift() !== '|') return before
  }
}

const expression = (text: string) => pipeline(wordsOf(text))

interface Reading {
  tokens: Token[]
  at: number
}

/** The word that ended a block, with what follows it. */
type End = string

function readBlock(reading: Reading): { nodes: Node[]; end: End } {
  const nodes: Node[] = []
  for (; reading.at < reading.tokens.length;) {
    const token = reading.tokens[reading.at] as Token
    reading.at += 1
    if ('text' in token) nodes.push({ kind: 'text', text: token.text })
    else if (/^(?:end|else)\b/.test(token.act)) return { nodes, end: token.act }
    else nodes.push(readAction(reading, token.act))
  }
  return { nodes, end: '' }
}

function readBranches(reading: Reading, kind: 'if' | 'with', first: string): Node {
  const branches: { when: Expression; body: Node[] }[] = []
  let when = first
  for (;;) {
    const { nodes, end } = readBlock(reading)
    branches.push({ when: expression(when), body: nodes })
    if (end === 'else') return { kind, branches, otherwise: readBlock(reading).nodes }
    if (end === 'end') return { kind, branches, otherwise: [] }
    when = end.replace(/^else\s+if\s+/, '')
  }
}

function readAction(reading: Reading, act: string): Node {
  const [, verb = '', rest = ''] = /^(if|with|range|define)\s+([\s\S]*)$/.exec(act) ?? []
  if (verb === 'if' || verb === 'with') return readBranches(reading, verb, rest)
  if (verb === 'define') return { kind: 'define', name: JSON.parse(rest), body: readBlock(reading).nodes }
  if (verb === 'range') {
    const [head = '', over] = rest.split(':=')
    const names = over === undefined ? [] : head.split(',').map((name) => name.trim())
    return { kind: 'range', over: expression(over ?? head), names, each: readBlock(reading).nodes }
  }
  return { kind: 'print', value: expression(act) }
}

/** Reads a template. Knows what the chart is written with, and throws for the rest. */
export function readTemplate(source: string): Node[] {
  return readBlock({ tokens: split(source), at: 0 }).nodes
}
