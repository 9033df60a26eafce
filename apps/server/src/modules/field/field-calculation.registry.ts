import type { Calculation } from '@steward/contracts/calculation'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import type { Faults } from './field.rules.ts'

/** A calculated field as it is about to be. */
export interface CalculatedDraft {
  /** null for a new one. */
  fieldId: number | null
  level: LevelId
  name: string
  displayName: string
  dataType: DataType
  calculation: Calculation
}

/** What the module that calculates does about definitions, in the transaction that changes them. */
export interface Calculator {
  /** What is wrong with a definition, by the path of the bad value. */
  check(tx: Tx, tenantId: number, draft: CalculatedDraft): Promise<Faults>
  /** A definition is new or another one: its values have to be calculated. */
  defined(tx: Tx, tenantId: number, fieldId: number): Promise<void>
}

export interface CalculatorRegistry extends Calculator {
  register(calculator: Calculator): void
}

export function createCalculatorRegistry(): CalculatorRegistry {
  let known: Calculator | undefined
  const calculator = (): Calculator => {
    if (!known) throw new Error('No module calculates fields.')
    return known
  }
  return {
    register: (given) => void (known = given),
    check: (tx, tenantId, draft) => calculator().check(tx, tenantId, draft),
    defined: (tx, tenantId, fieldId) => calculator().defined(tx, tenantId, fieldId),
  }
}
