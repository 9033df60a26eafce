import type { Calculation } from '@steward/contracts/calculation'
import type { CreateField, EditField, Field } from '@steward/contracts/field'
import type { Faults } from './field.rules.ts'

type Parts = Pick<
  EditField,
  'horizontal' | 'vertical' | 'calculatedFields' | 'childId' | 'rollup' | 'required'
>

/** What a definition says about calculating, and what is wrong with how it says so. */
export interface ReadCalculation {
  calculation: Calculation | null
  faults: Faults
}

const good = (calculation: Calculation | null): ReadCalculation => ({ calculation, faults: {} })
const bad = (faults: Faults): ReadCalculation => ({ calculation: null, faults })

function strayFaults(input: Parts, kind: Calculation['kind'] | undefined): Faults {
  const faults: Faults = {}
  if (input.calculatedFields && kind !== 'horizontal') {
    faults['calculatedFields'] = 'Only horizontal fields can have a formula.'
  }
  if (input.rollup && kind !== 'vertical') faults['rollup'] = 'Only vertical fields can be roll-ups.'
  if (input.childId !== undefined && kind !== 'vertical') {
    faults['childId'] = 'Only vertical fields can refer to a child field.'
  }
  if (input.required && kind) faults['required'] = "A calculated field can't be required."
  return faults
}

function kindOf({ horizontal, vertical }: Parts): Calculation['kind'] | undefined {
  if (horizontal) return 'horizontal'
  return vertical ? 'vertical' : undefined
}

function readFormula({ calculatedFields }: Parts, known: Calculation | null): ReadCalculation {
  const before = known?.kind === 'horizontal' ? known.formula : undefined
  const formula = calculatedFields?.formula ?? before
  if (formula === undefined) return bad({ calculatedFields: 'Enter the formula of the field.' })
  return good({ kind: 'horizontal', formula })
}

function readRollup(input: Parts, known: Calculation | null): ReadCalculation {
  const before = known?.kind === 'vertical' ? known : undefined
  const rollup = input.rollup ?? before
  if (!rollup) return bad({ rollup: 'Choose the child records and the function of the roll-up.' })
  const childId = input.childId === undefined ? (before?.childId ?? null) : input.childId
  const { childLevel, function: by, filter } = rollup
  return good({ kind: 'vertical', childId, childLevel, function: by, ...(filter ? { filter } : {}) })
}

/** The parts of an input put together; what is absent is taken from `known`. */
function assemble(input: Parts, kind: Calculation['kind'], known: Calculation | null): ReadCalculation {
  return kind === 'horizontal' ? readFormula(input, known) : readRollup(input, known)
}

/** What a new field is calculated from; null for one that people fill. */
export function readNewCalculation(input: CreateField): ReadCalculation {
  if (input.horizontal && input.vertical) {
    return bad({ vertical: 'A field can have a formula or a roll-up, not both.' })
  }
  const kind = kindOf(input)
  const faults = strayFaults(input, kind)
  if (Object.keys(faults).length > 0) return bad(faults)
  return kind ? assemble(input, kind, null) : good(null)
}

/** What a field is calculated from after an edit: what it is stays, how it is calculated may change. */
export function readEditedCalculation(known: Calculation | null, input: EditField): ReadCalculation {
  const kind = known?.kind
  const faults = strayFaults(input, kind)
  for (const side of ['horizontal', 'vertical'] as const) {
    if (input[side] === undefined || input[side] === (kind === side)) continue
    faults[side] = kind
      ? "The kind of a calculated field can't be changed. Create a new field."
      : "This field can't become calculated. Create a new field."
  }
  if (Object.keys(faults).length > 0) return bad(faults)
  return kind ? assemble(input, kind, known) : good(null)
}

/** A definition as it is sent. */
export function toCalculationParts(
  calculation: Calculation | null,
): Pick<Field, 'horizontal' | 'vertical' | 'calculatedFields' | 'childId' | 'rollup'> {
  if (calculation?.kind === 'horizontal') {
    return { horizontal: true, vertical: false, calculatedFields: { formula: calculation.formula } }
  }
  if (!calculation) return { horizontal: false, vertical: false }
  const { kind: _, childId, ...rollup } = calculation
  return { horizontal: false, vertical: true, childId, rollup }
}

function inOneOrder(calculation: Calculation | null): string {
  return JSON.stringify(Object.entries(calculation ?? {}).toSorted(([x], [y]) => (x < y ? -1 : 1)))
}

export function isSameCalculation(a: Calculation | null, b: Calculation | null): boolean {
  return inOneOrder(a) === inOneOrder(b)
}
