import { findFunction } from './functions.ts'
import { signatureOf, type FormulaFunction } from './function.ts'
import type { FormulaProblem, Span, Tree, TreeOf } from './syntax.ts'
import { nameOfType, type ValueType } from './value.ts'

/** A field as a formula sees it. */
export interface FormulaField {
  /** Its API name, by which values are asked for. */
  name: string
  /** How people call it. */
  label: string
  /** null for a field that formulas cannot read; then `label` says what it is. */
  type: ValueType | null
  /** Why it cannot be read, in a sentence. */
  refusal?: string
}

export type FindField = (name: string) => FormulaField | undefined

export interface CheckedFormula {
  /** The type of the result; null where that cannot be determined. */
  type: ValueType | null
  /** API names of the fields that it reads. */
  fields: string[]
  /** Whether the result is another one tomorrow. */
  asksToday: boolean
  problems: FormulaProblem[]
}

/** `unknown`: a part that has a problem already; it fits everywhere. */
type Type = ValueType | 'blank' | 'unknown'

interface Checking {
  find: FindField
  fields: Set<string>
  problems: FormulaProblem[]
  asksToday: boolean
}

function tell(checking: Checking, { from, to }: Span, message: string): 'unknown' {
  checking.problems.push({ message, from, to })
  return 'unknown'
}

function fits(type: Type, wanted: ValueType): boolean {
  return type === wanted || type === 'blank' || type === 'unknown'
}

const said = (type: Type): string => (type === 'unknown' ? 'unknown' : nameOfType(type))

function want(checking: Checking, part: Tree, wanted: ValueType, where: string): void {
  const type = typeOf(checking, part)
  if (!fits(type, wanted))
    tell(checking, part, `${where} needs ${nameOfType(wanted)}, but this is ${said(type)}.`)
}

const typeOfLiteral = { string: 'text', number: 'number', boolean: 'boolean', object: 'blank' } as const

function literalType(checking: Checking, tree: TreeOf<'literal'>): Type {
  if (typeof tree.value === 'number' && !Number.isFinite(tree.value)) {
    return tell(checking, tree, 'This number is too large.')
  }
  return typeOfLiteral[typeof tree.value as keyof typeof typeOfLiteral]
}

function fieldType(checking: Checking, tree: TreeOf<'field'>): Type {
  if (tree.name === '') return tell(checking, tree, 'Enter a field name between the braces.')
  const field = checking.find(tree.name)
  if (!field) return tell(checking, tree, `This level has no field {${tree.name.slice(0, 60)}}.`)
  checking.fields.add(field.name)
  if (field.type !== null) return field.type
  return tell(checking, tree, field.refusal ?? `"${field.label}" can't be used in formulas.`)
}

/** The one type of several parts, blanks aside. */
function common(checking: Checking, parts: readonly Tree[], where: string): Type {
  let found: Type = 'blank'
  for (const part of parts) {
    const type = typeOf(checking, part)
    if (found === 'blank' || found === 'unknown') found = type
    else if (!fits(type, found)) {
      tell(
        checking,
        part,
        `${where} needs values of the same type, but got ${said(found)} and ${said(type)}.`,
      )
    }
  }
  return found
}

/** Date and number make a date, two dates a number of days. */
function sumType(checking: Checking, tree: TreeOf<'binary'>): Type {
  const [left, right] = [typeOf(checking, tree.left), typeOf(checking, tree.right)]
  if (left === 'date' && right === 'date' && tree.operator === '-') return 'number'
  if (left === 'date' && fits(right, 'number')) return 'date'
  if (right === 'date' && fits(left, 'number') && tree.operator === '+') return 'date'
  return numbersType(checking, tree, [left, right])
}

function numbersType(checking: Checking, tree: TreeOf<'binary'>, types: readonly Type[]): Type {
  for (const [index, part] of [tree.left, tree.right].entries()) {
    const type = types[index] as Type
    if (fits(type, 'number')) continue
    const hint = type === 'text' && tree.operator === '+' ? ' Join texts with &.' : ''
    tell(checking, part, `"${tree.operator}" needs numbers, but this is ${said(type)}.${hint}`)
  }
  return 'number'
}

function comparisonType(checking: Checking, tree: TreeOf<'binary'>): Type {
  const type = common(checking, [tree.left, tree.right], `"${tree.operator}"`)
  const isOrder = tree.operator !== '=' && tree.operator !== '<>'
  if (isOrder && type === 'boolean')
    tell(checking, tree, `"${tree.operator}" does not compare true and false.`)
  if (tree.left.kind === 'literal' && tree.left.value === null) tellBlank(checking, tree.left)
  if (tree.right.kind === 'literal' && tree.right.value === null) tellBlank(checking, tree.right)
  return 'boolean'
}

function tellBlank(checking: Checking, part: Tree): void {
  tell(checking, part, 'A comparison with a blank is always blank. Use isBlank().')
}

function binaryType(checking: Checking, tree: TreeOf<'binary'>): Type {
  switch (tree.operator) {
    case '+':
    case '-':
      return sumType(checking, tree)
    case '*':
    case '/':
    case '^':
      return numbersType(checking, tree, [typeOf(checking, tree.left), typeOf(checking, tree.right)])
    case '&':
      typeOf(checking, tree.left)
      typeOf(checking, tree.right)
      return 'text'
    case 'and':
    case 'or':
      want(checking, tree.left, 'boolean', `"${tree.operator}"`)
      want(checking, tree.right, 'boolean', `"${tree.operator}"`)
      return 'boolean'
    default:
      return comparisonType(checking, tree)
  }
}

/** The parameter of a function at a position: repeated ones come round; `ifs` may end with a lone value. */
function partAt(
  one: FormulaFunction,
  index: number,
  count: number,
): FormulaFunction['parts'][number] | undefined {
  const { parts, repeats = 0 } = one
  if (one.name === 'ifs' && index === count - 1 && count % 2 === 1) return parts[1]
  if (index < parts.length) return parts[index]
  return repeats === 0 ? undefined : parts[parts.length - repeats + ((index - parts.length) % repeats)]
}

function countFault(one: FormulaFunction, count: number): boolean {
  const { parts, optional = 0, repeats = 0 } = one
  return count < parts.length - optional || (repeats === 0 && count > parts.length)
}

function callType(checking: Checking, tree: TreeOf<'call'>): Type {
  const one = findFunction(tree.name)
  if (!one) return tell(checking, tree.named, `Unknown function "${tree.name.slice(0, 60)}".`)
  checking.asksToday ||= one.asksToday ?? false
  const { parts } = tree
  if (countFault(one, parts.length)) {
    return tell(checking, tree, `${one.name} is written ${signatureOf(one)}.`)
  }
  const same: Tree[] = []
  for (const [index, part] of parts.entries()) {
    const type = partAt(one, index, parts.length)?.[1] ?? 'any'
    if (type === 'same') same.push(part)
    else if (type === 'any') typeOf(checking, part)
    else want(checking, part, type, one.name)
  }
  return one.result === 'same' ? sameType(checking, one, same) : one.result
}

function sameType(checking: Checking, one: FormulaFunction, same: readonly Tree[]): Type {
  const type = common(checking, same, one.name)
  const isWrong = one.among && type !== 'blank' && type !== 'unknown' && !one.among.includes(type)
  if (!isWrong || !same[0]) return type
  return tell(checking, same[0], `${one.name} needs numbers or dates, but this is ${said(type)}.`)
}

function signType(checking: Checking, tree: TreeOf<'sign'>): Type {
  want(checking, tree.part, 'number', `"${tree.operator}"`)
  return 'number'
}

function typeOf(checking: Checking, tree: Tree): Type {
  switch (tree.kind) {
    case 'literal':
      return literalType(checking, tree)
    case 'field':
      return fieldType(checking, tree)
    case 'call':
      return callType(checking, tree)
    case 'binary':
      return binaryType(checking, tree)
    case 'sign':
      return signType(checking, tree)
  }
}

/** Calculates the type of a formula, and shows what does not fit together. Never throws. */
export function checkTree(tree: Tree, find: FindField): CheckedFormula {
  const checking: Checking = { find, fields: new Set(), problems: [], asksToday: false }
  const type = typeOf(checking, tree)
  if (type === 'blank') tell(checking, tree, 'This formula always gives a blank.')
  const isKnown = type !== 'blank' && type !== 'unknown'
  return {
    type: isKnown ? type : null,
    fields: [...checking.fields],
    asksToday: checking.asksToday,
    problems: checking.problems,
  }
}
