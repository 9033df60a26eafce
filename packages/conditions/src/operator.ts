/**
 * What a field holds, as far as rules care: a `reference` is one id, `references` a list of ids;
 * a `number` is also an amount of money or a percentage; a `date` is a whole day.
 */
export type RuleKind = 'text' | 'number' | 'date' | 'boolean' | 'reference' | 'references'

/**
 * What is in `value`: nothing, one value, two values (from, to), one or many ids, or a number of days.
 */
export type Arity = 'none' | 'one' | 'two' | 'many' | 'days'

/** Every operator with its arity and its words; on days some operators read differently. */
export const OPERATORS = {
  set: { arity: 'none', words: 'is set' },
  notSet: { arity: 'none', words: 'is not set' },
  equals: { arity: 'one', words: 'is' },
  notEquals: { arity: 'one', words: 'is not' },
  contains: { arity: 'one', words: 'contains' },
  notContains: { arity: 'one', words: 'does not contain' },
  startsWith: { arity: 'one', words: 'starts with' },
  greater: { arity: 'one', words: 'is more than', dateWords: 'is after' },
  greaterEqual: { arity: 'one', words: 'is at least', dateWords: 'is on or after' },
  lesser: { arity: 'one', words: 'is less than', dateWords: 'is before' },
  lesserEqual: { arity: 'one', words: 'is at most', dateWords: 'is on or before' },
  between: { arity: 'two', words: 'is between' },
  inLast: { arity: 'days', words: 'is in the last' },
  inNext: { arity: 'days', words: 'is in the next' },
  isSetTo: { arity: 'many', words: 'is' },
  isNotSetTo: { arity: 'many', words: 'is not' },
  isTrue: { arity: 'none', words: 'is true' },
  isFalse: { arity: 'none', words: 'is false' },
} as const satisfies Record<string, { arity: Arity; words: string; dateWords?: string }>

export type Operator = keyof typeof OPERATORS

const COMPARISONS = ['equals', 'greater', 'lesser', 'between', 'greaterEqual', 'lesserEqual'] as const
const REFERENCE: readonly Operator[] = ['set', 'notSet', 'isSetTo', 'isNotSetTo']

const BY_KIND: Record<RuleKind, readonly Operator[]> = {
  text: ['set', 'notSet', 'equals', 'notEquals', 'contains', 'notContains', 'startsWith'],
  number: ['set', 'notSet', ...COMPARISONS],
  date: ['set', 'notSet', ...COMPARISONS, 'inLast', 'inNext'],
  boolean: ['isTrue', 'isFalse', 'set', 'notSet'],
  reference: REFERENCE,
  references: REFERENCE,
}

/** The operators a field of this kind takes, in the order in which a person should be offered them. */
export function operatorsOf(kind: RuleKind): readonly Operator[] {
  return BY_KIND[kind]
}

export function isOperator(name: unknown): name is Operator {
  return typeof name === 'string' && Object.hasOwn(OPERATORS, name)
}

/** The operator in words, to be between the field's label and the value. */
export function operatorWords(operator: Operator, kind?: RuleKind): string {
  const entry: { words: string; dateWords?: string } = OPERATORS[operator]
  return kind === 'date' ? (entry.dateWords ?? entry.words) : entry.words
}
