import type { Value, ValueType } from './value.ts'

/** A part of a call, evaluated when it is asked for. */
export type Part = () => Value

export interface Circumstances {
  /** The day that today() gives, YYYY-MM-DD. */
  today: string
  /** Reports a problem where the call stands, and gives the blank that takes its place. */
  fail(message: string): null
  /** Returns the value of `work`, and discards its problems if `isHandled` accepts the value. */
  trying(work: Part, isHandled: (value: Value) => boolean): Value
}

export type FunctionGroup = 'logic' | 'blank' | 'number' | 'text' | 'date'

/** `same`: all parts of that kind have one type, which is the result's. */
export type PartType = ValueType | 'any' | 'same'

export interface FormulaFunction {
  name: string
  group: FunctionGroup
  /** The parts by name and type, in their order. */
  parts: readonly (readonly [name: string, type: PartType])[]
  /** How many of the last parts may be left out. */
  optional?: number
  /** How many of the last parts may come again and again. */
  repeats?: number
  result: ValueType | 'same'
  /** The types that `same` may stand for, where not all will do. */
  among?: readonly ValueType[]
  /** Whether its result is another one tomorrow. */
  asksToday?: boolean
  /** A description of the result, in a sentence. */
  says: string
  example: string
  run(parts: readonly Part[], circumstances: Circumstances): Value
}

/** A function of values: a blank among them gives a blank. */
export function strict<Values extends readonly (Value | undefined)[]>(
  compute: (values: Values, circumstances: Circumstances) => Value,
): FormulaFunction['run'] {
  return (parts, circumstances) => {
    const values: Value[] = []
    for (const part of parts) {
      const value = part()
      if (value === null) return null
      values.push(value)
    }
    return compute(values as readonly Value[] as Values, circumstances)
  }
}

/** How a function is written: "round(number, digits?)". */
export function signatureOf({ name, parts, optional = 0, repeats = 0 }: FormulaFunction): string {
  const written = parts.map(([part], index) => (index >= parts.length - optional ? `${part}?` : part))
  return `${name}(${written.join(', ')}${repeats > 0 ? ', …' : ''})`
}
