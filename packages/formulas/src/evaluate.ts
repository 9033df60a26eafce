import { fold } from '@steward/conditions'
import { addDays, daysBetween } from './calendar.ts'
import type { FindField } from './check.ts'
import { outOfCalendar } from './date.functions.ts'
import type { Part } from './function.ts'
import { findFunction } from './functions.ts'
import { allTrue, anyTrue } from './logic.functions.ts'
import { FORMULA_LIMITS, type FormulaProblem, type Span, type Tree, type TreeOf } from './syntax.ts'
import { textOf, tooLong } from './text.functions.ts'
import { tidy, type Value, type ValueType } from './value.ts'

export interface Evaluated {
  value: Value
  /** Why there is not a value, where something went wrong. */
  problem: FormulaProblem | null
}

interface Run {
  /** The value of a field, by the name that it has in the formula. */
  read: (name: string) => Value
  typeOf: (name: string) => ValueType | null
  today: string
  problem: FormulaProblem | null
  /** Characters of all texts that were met so far. */
  characters: number
}

function fail(run: Run, { from, to }: Span, message: string): null {
  run.problem ??= { message, from, to }
  return null
}

function finite(run: Run, tree: Tree, number: number): Value {
  return Number.isFinite(number) ? tidy(number) + 0 : fail(run, tree, 'The number is too large.')
}

function power(run: Run, tree: Tree, base: number, exponent: number): Value {
  const result = base ** exponent
  if (Number.isNaN(result)) return fail(run, tree, 'A negative number has no such root.')
  return base === 0 && exponent < 0 ? fail(run, tree, 'Divides by zero.') : finite(run, tree, result)
}

function ofNumbers(run: Run, tree: TreeOf<'binary'>, left: number, right: number): Value {
  switch (tree.operator) {
    case '+':
      return finite(run, tree, left + right)
    case '-':
      return finite(run, tree, left - right)
    case '*':
      return finite(run, tree, left * right)
    case '/':
      return right === 0 ? fail(run, tree, 'Divides by zero.') : finite(run, tree, left / right)
    default:
      return power(run, tree, left, right)
  }
}

function arithmetic(run: Run, tree: TreeOf<'binary'>): Value {
  const left = evaluate(run, tree.left)
  const right = evaluate(run, tree.right)
  if (left === null || right === null) return null
  if (typeof left === 'number' && typeof right === 'number') return ofNumbers(run, tree, left, right)
  // The checker lets only days are here beside numbers.
  if (typeof left === 'string' && typeof right === 'string') return daysBetween(right, left)
  const [day, days] = typeof left === 'string' ? [left, Number(right)] : [String(right), Number(left)]
  return addDays(day, tree.operator === '-' ? -days : days) ?? fail(run, tree, outOfCalendar)
}

function comparable(value: Value): string | number | boolean {
  if (typeof value === 'string') return fold(value)
  return typeof value === 'number' ? tidy(value) : (value as boolean)
}

function comparison(run: Run, tree: TreeOf<'binary'>): Value {
  const [first, second] = [evaluate(run, tree.left), evaluate(run, tree.right)]
  if (first === null || second === null) return null
  const [left, right] = [comparable(first), comparable(second)]
  switch (tree.operator) {
    case '=':
      return left === right
    case '<>':
      return left !== right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    default:
      return left >= right
  }
}

/** A formula that goes through long texts again and again would hold up all others. */
function met(run: Run, tree: Tree, value: Value): Value {
  if (typeof value !== 'string') return value
  run.characters += value.length
  return run.characters > FORMULA_LIMITS.characters
    ? fail(run, tree, 'The formula processes more than 1,000,000 characters of text.')
    : value
}

function joined(run: Run, tree: TreeOf<'binary'>): Value {
  const text = textOf(evaluate(run, tree.left)) + textOf(evaluate(run, tree.right))
  return text.length > FORMULA_LIMITS.text ? fail(run, tree, tooLong) : met(run, tree, text)
}

function binary(run: Run, tree: TreeOf<'binary'>): Value {
  switch (tree.operator) {
    case '&':
      return joined(run, tree)
    case 'and':
      return allTrue([() => evaluate(run, tree.left), () => evaluate(run, tree.right)])
    case 'or':
      return anyTrue([() => evaluate(run, tree.left), () => evaluate(run, tree.right)])
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
      return arithmetic(run, tree)
    default:
      return comparison(run, tree)
  }
}

function call(run: Run, tree: TreeOf<'call'>): Value {
  const parts = tree.parts.map(
    (part): Part =>
      () =>
        evaluate(run, part),
  )
  return (
    findFunction(tree.name)?.run(parts, {
      today: run.today,
      fail: (message) => fail(run, tree, message),
      trying(work, isHandled) {
        const before = run.problem
        const value = work()
        if (isHandled(value)) run.problem = before
        return value
      },
    }) ?? null
  )
}

/** A value of another type than its field's, or one that no formula can hold, counts as blank. */
function fieldValue(run: Run, tree: TreeOf<'field'>): Value {
  const value = run.read(tree.name)
  if (value === null) return null
  const wanted = run.typeOf(tree.name)
  const isRight = typeof value === (wanted === 'text' || wanted === 'date' ? 'string' : wanted)
  if (!isRight || (typeof value === 'number' && !Number.isFinite(value))) return null
  return typeof value === 'string' && value.length > FORMULA_LIMITS.text ? fail(run, tree, tooLong) : value
}

function evaluate(run: Run, tree: Tree): Value {
  switch (tree.kind) {
    case 'literal':
      return tree.value
    case 'field':
      return met(run, tree, fieldValue(run, tree))
    case 'binary':
      return binary(run, tree)
    case 'call':
      return met(run, tree, call(run, tree))
    case 'sign': {
      const number = evaluate(run, tree.part)
      return typeof number === 'number' && tree.operator === '-' ? -number + 0 : number
    }
  }
}

/** The result as it may be kept: neither an endless text nor a number out of reach. */
function kept(run: Run, tree: Tree, value: Value): Value {
  if (typeof value === 'string') {
    const text = value.trim()
    if (text.length > FORMULA_LIMITS.result) {
      return fail(run, tree, 'The text is longer than 1,000 characters.')
    }
    return text === '' ? null : text
  }
  if (typeof value !== 'number') return value
  return Math.abs(value) < FORMULA_LIMITS.number ? tidy(value) : fail(run, tree, 'The number is too large.')
}

/**
 * The value of a checked formula for one record. `read` gives a field's value by its API name. Never
 * throws: what goes wrong is a blank with a problem.
 */
export function evaluateTree(
  tree: Tree,
  find: FindField,
  read: (name: string) => Value,
  today: string,
): Evaluated {
  const run: Run = {
    read: (name) => read(find(name)?.name ?? name),
    typeOf: (name) => find(name)?.type ?? null,
    today,
    problem: null,
    characters: 0,
  }
  const value = kept(run, tree, evaluate(run, tree))
  return { value, problem: value === null ? run.problem : null }
}
