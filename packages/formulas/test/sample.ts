import type { FormulaField, Value, ValueType } from '../src/index.ts'
import { readFormula } from '../src/index.ts'

export const fieldTypes: Readonly<Record<string, ValueType>> = {
  arr: 'number',
  seats: 'number',
  plan: 'text',
  city: 'text',
  renewal: 'date',
  signed: 'date',
  active: 'boolean',
  trial: 'boolean',
}

/** The fields of the tests, found in any case; `owner` is one that formulas cannot read. */
export function find(name: string): FormulaField | undefined {
  const known = name.toLowerCase()
  if (known === 'owner') return { name: known, label: 'Owner', type: null, refusal: '"Owner" holds users.' }
  const type = fieldTypes[known]
  return type && { name: known, label: known, type }
}

export const today = '2026-11-21'

const record: Readonly<Record<string, Value>> = {
  arr: 12_000,
  seats: 40,
  plan: 'Gold plan',
  city: null,
  renewal: '2027-01-31',
  signed: '2024-02-29',
  active: true,
  trial: null,
}

/** The value of a formula for the record of the tests, `more` laid over it; throws for one with faults. */
export function value(text: string, more: Readonly<Record<string, Value>> = {}): Value {
  return evaluated(text, more).value
}

export function evaluated(text: string, more: Readonly<Record<string, Value>> = {}) {
  const formula = readFormula(text, find)
  if (formula.problems.length > 0) throw new Error(JSON.stringify(formula.problems))
  return formula.evaluate((name) => ({ ...record, ...more })[name] ?? null, today)
}

/** The part of the text at which the first problem points, and its sentence. */
export function fault(text: string): { at: string; message: string } {
  const [problem] = readFormula(text, find).problems
  if (!problem) throw new Error(`${text} has no problem`)
  return { at: text.slice(problem.from, problem.to), message: problem.message }
}
