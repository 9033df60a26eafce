import type { Tx } from '../../platform/db/database.ts'
import type { CatalogueField } from './field.catalogue.ts'
import type { Faults } from './field.rules.ts'
import type { Calculation } from '@steward/contracts/calculation'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Use } from '../../platform/use.ts'

export type FieldUse = Use

/** Reads something once for all fields that are looked up together. */
export type Once = <T>(key: string, read: () => Promise<T>) => Promise<T>

export function createOnce(): Once {
  const known = new Map<string, Promise<unknown>>()
  return <T>(key: string, read: () => Promise<T>) => {
    const found = (known.get(key) as Promise<T> | undefined) ?? read()
    known.set(key, found)
    return found
  }
}

export type FindUses = (tenantId: number, field: CatalogueField, once: Once) => Promise<FieldUse[]>
/** How many records hold a value of a custom field; with `tx` as that transaction sees them. */
export type CountRecords = (tenantId: number, field: CatalogueField, tx?: Tx) => Promise<number>
/** Which of the options some record holds. */
export type FindUsedOptions = (
  tx: Tx,
  tenantId: number,
  field: CatalogueField,
  optionIds: readonly number[],
) => Promise<readonly number[]>

/** What the modules above tell about their use of fields; they register when they are made. */
export interface FieldUseRegistry {
  /** A later registration of the same kind takes the place of the earlier. */
  registerUse(kind: string, find: FindUses): void
  registerRecordCount(count: CountRecords): void
  registerOptionUse(find: FindUsedOptions): void
  findUses(tenantId: number, field: CatalogueField, once?: Once): Promise<FieldUse[]>
  countRecords: CountRecords
  findUsedOptions: FindUsedOptions
}

export function createFieldUseRegistry(): FieldUseRegistry {
  const finders = new Map<string, FindUses>()
  let count: CountRecords | undefined
  let usedOptions: FindUsedOptions | undefined
  return {
    registerUse: (kind, find) => void finders.set(kind, find),
    registerRecordCount: (counter) => void (count = counter),
    registerOptionUse: (find) => void (usedOptions = find),
    async findUses(tenantId, field, once = createOnce()) {
      const found = await Promise.all([...finders.values()].map((find) => find(tenantId, field, once)))
      return found.flat()
    },
    countRecords: async (tenantId, field, tx) => (await count?.(tenantId, field, tx)) ?? 0,
    findUsedOptions: async (tx, tenantId, field, optionIds) =>
      (await usedOptions?.(tx, tenantId, field, optionIds)) ?? [],
  }
}

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

/** The part of the module that calculates in changes of definitions, in the same transaction. */
export interface Calculator {
  /** The faults of a definition, by the path of the bad value. */
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
