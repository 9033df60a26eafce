/** Where something is in the text: from the character `from` up to, not including, `to`. */
export interface Span {
  from: number
  to: number
}

/** A fault, described in a sentence, and its position. */
export interface FormulaProblem extends Span {
  message: string
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '^'
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>='
export type LogicalOperator = 'and' | 'or'
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | LogicalOperator | '&'

/** A formula as a tree. */
export type Tree = Span &
  (
    | { kind: 'literal'; value: string | number | boolean | null }
    | { kind: 'field'; name: string }
    | { kind: 'call'; name: string; named: Span; parts: readonly Tree[] }
    | { kind: 'binary'; operator: BinaryOperator; left: Tree; right: Tree }
    | { kind: 'sign'; operator: '-' | '+'; part: Tree }
  )

export type TreeOf<Kind extends Tree['kind']> = Extract<Tree, { kind: Kind }>

export const FORMULA_LIMITS = {
  /** Characters of a formula. */
  length: 4000,
  /** Brackets, and signs, one inside the other. */
  depth: 64,
  /** Characters of a text result. */
  result: 1000,
  /** Characters of a text on the way to the result. */
  text: 100_000,
  /** Characters of all texts on the way together. */
  characters: 1_000_000,
  /** A number result lies between minus and plus this. */
  number: 1e15,
} as const
