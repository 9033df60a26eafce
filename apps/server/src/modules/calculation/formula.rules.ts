import type { FormulaDefinition, Definitions } from './calculated-field.ts'
import { currencyOf, toFormulaValue } from './formula-field.rules.ts'

/** A value as a record keeps it, or why there is none. */
export interface WorkedOut {
  value: unknown
  problem: string | null
}

type Surroundings = Pick<Definitions, 'names' | 'defaultCurrencyId'>

/** The one currency of the amounts that a formula reads; undefined where there are none, null where they differ. */
function commonCurrency(field: FormulaDefinition, values: readonly unknown[]): number | null | undefined {
  const found = new Set<number>()
  for (const [index, input] of field.inputs.entries()) {
    const currency = currencyOf(values[index], input)
    if (currency !== undefined) found.add(currency)
  }
  if (found.size > 1) return null
  return found.values().next().value
}

/** The value of a formula for one record; `values` are those of its inputs, as the record keeps them. */
export function workOut(
  field: FormulaDefinition,
  values: readonly unknown[],
  { names, defaultCurrencyId }: Surroundings,
  today: string,
): WorkedOut {
  if (field.problem !== null) return { value: null, problem: null }
  const currency = commonCurrency(field, values)
  if (currency === null) {
    return { value: null, problem: "The amounts have different currencies and can't be combined." }
  }
  const read = (name: string) => {
    const index = field.inputs.findIndex((input) => input.name === name)
    const input = field.inputs[index]
    return input ? toFormulaValue(values[index], input, names) : null
  }
  const { value, problem } = field.formula.evaluate(read, today)
  if (value === null) return { value: null, problem: problem?.message ?? null }
  if (field.dataType !== 'currency') return { value, problem: null }
  return { value: { currencyDefinitionId: currency ?? defaultCurrencyId, value }, problem: null }
}
