import jsep from 'jsep'

/** A node as the parser makes it; the places are added here. */
export interface Parsed {
  type: string
  from?: number
  to?: number
  [property: string]: unknown
}

interface Parser {
  index: number
  readonly expr: string
  parse(): Parsed
  gobbleSpaces(): void
  gobbleToken(): Parsed | false
  throwError(message: string): never
}

interface ParserClass {
  new (text: string): Parser
  unary_ops: Record<string, number>
  binary_ops: Record<string, number>
  this_str: string
  removeAllUnaryOps(): ParserClass
  removeAllBinaryOps(): ParserClass
  removeAllLiterals(): ParserClass
  addUnaryOp(operator: string): ParserClass
  addBinaryOp(operator: string, precedence: number): ParserClass
}

/** The class behind `jsep()`, which its types leave out. */
const Jsep = (jsep as unknown as { Jsep: ParserClass }).Jsep

/** From the loosest to the tightest, as spreadsheets have them. */
const precedence: readonly (readonly string[])[] = [
  ['or', 'Or', 'OR'],
  ['and', 'And', 'AND'],
  ['=', '==', '<>', '!=', '<', '<=', '>', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
]

Jsep.removeAllUnaryOps().removeAllBinaryOps().removeAllLiterals()
Jsep.this_str = ''
for (const sign of ['-', '+']) Jsep.addUnaryOp(sign)
for (const [index, operators] of precedence.entries()) {
  for (const operator of operators) Jsep.addBinaryOp(operator, index + 1)
}

/** The parser with fields in braces, texts in quotes as spreadsheets write them, and places. */
class FormulaParser extends Jsep {
  override gobbleToken(): Parsed | false {
    this.gobbleSpaces()
    const from = this.index
    const node = this.readBraces() ?? this.readText() ?? super.gobbleToken()
    if (!node) return node
    const callee = node['callee'] as Parsed | undefined
    if (callee?.type === 'Identifier')
      Object.assign(callee, { from, to: from + String(callee['name']).length })
    node.from ??= from
    node.to ??= from + this.expr.slice(from, this.index).trimEnd().length
    return node
  }

  private readBraces(): Parsed | undefined {
    if (this.expr[this.index] !== '{') return undefined
    const end = this.expr.indexOf('}', this.index)
    if (end < 0) this.throwError('Unclosed {')
    const name = this.expr.slice(this.index + 1, end).trim()
    this.index = end + 1
    return { type: 'Field', name }
  }

  private readText(): Parsed | undefined {
    if (/['‘’“”„]/.test(this.expr[this.index] ?? '')) this.throwError('Wrong quote')
    if (this.expr[this.index] !== '"') return undefined
    const written = /"(?:[^"]|"")*"/y
    written.lastIndex = this.index
    const found = written.exec(this.expr)?.[0]
    if (found === undefined) this.throwError('Unclosed "')
    this.index += found.length
    return { type: 'Literal', value: found.slice(1, -1).replaceAll('""', '"') }
  }
}

/** Throws an error with `index` and `description` where the text is no expression. */
export function parseExpression(text: string): Parsed {
  return new FormulaParser(text).parse()
}
