import * as fc from 'fast-check'
import { OPERATORS, operatorsOf, type Condition, type Operator, type Rule } from '../src/index.ts'
import { RANDOM_FIELDS } from './random-fields.ts'
import * as sample from './sample.ts'

/** Random rules over the random fields; most conditions make sense, some are broken or invalid. */
export function randomRules(): fc.Arbitrary<Rule> {
  const fields = Object.entries(RANDOM_FIELDS)
  const sound = fc
    .constantFrom(...fields)
    .chain(([name, { kind, value, asked = value }]) =>
      fc.constantFrom(...operatorsOf(kind)).chain((operator) => conditionOn(name, operator, asked)),
    )
  const faulty: fc.Arbitrary<Condition> = fc.record({
    field: fc.constantFrom('gone', ...Object.keys(RANDOM_FIELDS)),
    operator: fc.constantFrom(...(Object.keys(OPERATORS) as Operator[])),
    value: fc.oneof(sample.text, sample.number, sample.ids, fc.constant([8, 9])),
  })
  const leaf = fc.oneof({ weight: 9, arbitrary: sound }, { weight: 1, arbitrary: faulty })
  return fc.letrec<{ rule: Rule; list: Rule[] }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'rule' },
      { weight: 3, arbitrary: leaf },
      { weight: 2, arbitrary: tie('list').map((and) => ({ and })) },
      { weight: 2, arbitrary: tie('list').map((or) => ({ or })) },
      { weight: 2, arbitrary: tie('rule').map((not) => ({ not })) },
    ),
    list: fc.array(tie('rule'), { maxLength: 3, depthIdentifier: 'rule' }),
  })).rule
}

function conditionOn(
  field: string,
  operator: Operator,
  held: fc.Arbitrary<unknown>,
): fc.Arbitrary<Condition> {
  const conditions = valueFor(operator, held).map((value): Condition => ({ field, operator, value }))
  if (field !== 'fee') return conditions
  const currencies = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined })
  return fc
    .tuple(conditions, currencies)
    .map(([condition, currency]) =>
      currency === undefined ? condition : { ...condition, currencyDefinitionId: currency },
    )
}

function valueFor(operator: Operator, held: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const one = held.map(withoutTime)
  switch (OPERATORS[operator].arity) {
    case 'none':
      return fc.constant(undefined)
    case 'one':
      return operator === 'startsWith' || operator === 'contains' || operator === 'notContains'
        ? held.map(firstLetter)
        : one
    case 'two':
      return fc.tuple(one, one).map((pair) => (inOrder(pair) ? pair : pair.toReversed()))
    case 'days':
      return fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(400, 36_525))
    case 'many':
      return fc.oneof(sample.id, fc.uniqueArray(fc.oneof(sample.id, fc.constant(2 ** 40)), { maxLength: 3 }))
  }
}

/** Rows hold instants, rules ask for days. */
function withoutTime(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 10) : value
}

/** A short text is found in more rows. */
function firstLetter(value: unknown): unknown {
  return typeof value === 'string' ? [...value].slice(0, 1 + (value.length % 2)).join('') : value
}

function inOrder([first, second]: [unknown, unknown]): boolean {
  return (first as number | string) <= (second as number | string)
}
