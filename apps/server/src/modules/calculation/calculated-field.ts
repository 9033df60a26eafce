import type { Calculation } from '@steward/contracts/calculation'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Formula } from '@steward/formulas'
import type { Reckoning } from '../currency/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import type { CompiledRule } from '../record-rule/index.ts'
import type { Names } from './formula-field.rules.ts'
import type { GraphField } from './graph.rules.ts'
import type { RollupDefinition } from './rollup.rules.ts'

interface Base extends GraphField {
  name: string
  dataType: DataType
  /** Whether its values are others tomorrow. */
  asksToday: boolean
  /** Why it cannot be calculated; null for one that can. */
  problem: string | null
  calculation: Calculation
}

export interface FormulaDefinition extends Base {
  kind: 'horizontal'
  formula: Formula
  /** What the formula reads, in the order of its fields. */
  inputs: readonly CatalogueField[]
}

export interface RollupField extends Base {
  kind: 'vertical'
  rollup: RollupDefinition
  /** null where records are counted. */
  child: CatalogueField | null
  /** null where all children count that are not archived. */
  rule: CompiledRule | null
}

/** A calculated field, ready to be calculated. */
export type CalculatedField = FormulaDefinition | RollupField

/** The calculated fields of a tenant, each after those that it reads, and what their values are made with. */
export interface Definitions {
  fields: readonly CalculatedField[]
  names: Names
  defaultCurrencyId: number
  hasOneCurrency: boolean
  /** How amounts of several currencies are put together: in the base. */
  reckoning: Reckoning
  catalogueOf(level: LevelId): Catalogue
}
