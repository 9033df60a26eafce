import { dateFunctions } from './date.functions.ts'
import type { FormulaFunction } from './function.ts'
import { logicFunctions } from './logic.functions.ts'
import { numberFunctions } from './number.functions.ts'
import { textFunctions } from './text.functions.ts'

/** Every function, by groups. */
export const formulaFunctions: readonly FormulaFunction[] = [
  ...logicFunctions,
  ...numberFunctions,
  ...textFunctions,
  ...dateFunctions,
]

const byName = new Map(formulaFunctions.map((one) => [one.name.toLowerCase(), one]))

/** A function by its name, in any case. */
export function findFunction(name: string): FormulaFunction | undefined {
  return byName.get(name.toLowerCase())
}
