import { asksToday } from '@steward/conditions'
import { dataTypesOfResult } from '@steward/contracts/calculation'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { nameOfType, readFormula, type Formula } from '@steward/formulas'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { reckoningIn, type CurrencyService } from '../currency/index.ts'
import type { CalculatedFieldRow, Catalogue, FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import type { CompiledRule, RecordRules } from '../record-rule/index.ts'
import type { CalculatedField, Definitions, FormulaDefinition, RollupField } from './calculated-field.ts'
import { formulaFields } from './formula-field.rules.ts'
import { inOrder, type Place } from './graph.rules.ts'
import {
  asksForArchived,
  childField,
  faultsOfRollup,
  parentKey,
  typeLabel,
  type RollupDefinition,
} from './rollup.rules.ts'

export interface DefinitionNeighbours {
  fields: FieldService
  lifecycle: LifecycleService
  currency: CurrencyService
  rules: Pick<RecordRules, 'compileRule'>
}

/** Why the result of a formula does not fit the type of its field; undefined where it does. */
export function typeFault({ type }: Formula, dataType: string): string | undefined {
  if (type === null) return undefined
  const types: readonly string[] = dataTypesOfResult[type]
  if (types.includes(dataType)) return undefined
  const fitting = types.map((one) => `"${typeLabel(one)}"`).join(' or ')
  return `The formula returns ${nameOfType(type)}, so the field must have the type ${fitting}.`
}

type CatalogueOf = (level: LevelId) => Catalogue

/** A formula for a field, ready to be calculated. */
export function toFormula(
  row: CalculatedFieldRow,
  text: string,
  catalogueOf: CatalogueOf,
): FormulaDefinition {
  const catalogue = catalogueOf(row.level)
  const formula = readFormula(text, formulaFields(catalogue))
  const inputs = formula.fields.map((name) => catalogue.find(name)).filter((field) => field !== undefined)
  return {
    ...row,
    kind: 'horizontal',
    formula,
    inputs,
    reads: inputs.map(({ key }) => ({ level: row.level, key })),
    asksToday: formula.asksToday,
    problem: formula.problems[0]?.message ?? typeFault(formula, row.dataType) ?? null,
  }
}

/** What of the children a roll-up depends on. */
function readsOf(row: CalculatedFieldRow, rollup: RollupDefinition, keys: readonly string[]): Place[] {
  const level = rollup.childLevel
  const own = rollup.childId !== null && rollup.childId > 0 ? [String(rollup.childId)] : []
  return [...new Set([...keys, ...own, parentKey(row.level)])].map((key) => ({ level, key }))
}

/** The keys by which the ledger knows what a rule asks about. */
function ledgerKeys(rule: CompiledRule | null): string[] {
  const keys = (rule?.keys ?? []).map((key) => (key === 'primaryOwner' ? 'owners' : key))
  return asksForArchived(keys) ? keys : [...keys, 'archived']
}

function filterProblem(rule: CompiledRule | null): string | null {
  if (rule?.reachesParents)
    return 'The filter uses fields of parent records. Use only fields of the child records.'
  return rule?.broken[0]?.message ?? null
}

/** Reads the definitions of calculated fields and makes them ready to be calculated. */
export function createDefinitions(neighbours: DefinitionNeighbours) {
  const { fields, lifecycle, currency, rules } = neighbours

  async function toRollup(
    tenantId: number,
    row: CalculatedFieldRow,
    rollup: RollupDefinition,
    catalogueOf: CatalogueOf,
  ): Promise<RollupField> {
    const catalogue = catalogueOf(rollup.childLevel)
    const child = rollup.childId === null ? null : (childField(catalogue, rollup.childId) ?? null)
    const [fault] = Object.values(faultsOfRollup(row.level, row.dataType, rollup, catalogue))
    const compiled = await compile(tenantId, rollup)
    const rule = compiled instanceof AppError ? null : compiled
    const keys = [
      ...ledgerKeys(rule),
      ...(child && child.fieldId === null ? [child.key] : []),
      ...(rollup.function === 'latest' ? ['createdAt'] : []),
    ]
    return {
      ...row,
      kind: 'vertical',
      rollup,
      child,
      rule,
      reads: readsOf(row, rollup, keys),
      asksToday: rollup.filter !== undefined && asksToday(rollup.filter),
      problem: fault ?? (compiled instanceof AppError ? compiled.message : filterProblem(rule)),
    }
  }

  /** The filter of a roll-up; the error where it can no longer be read. */
  async function compile(
    tenantId: number,
    { filter, childLevel }: RollupDefinition,
  ): Promise<CompiledRule | AppError | null> {
    if (!filter) return null
    try {
      return await rules.compileRule(tenantId, childLevel, filter, 'rollup.filter')
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }

  async function catalogues(tenantId: number): Promise<CatalogueOf> {
    const all = await Promise.all(([1, 2, 3, 4] as const).map((level) => fields.catalogue(tenantId, level)))
    return (level) => all[level - 1] as Catalogue
  }

  async function prepare(
    tenantId: number,
    row: CalculatedFieldRow,
    catalogueOf: CatalogueOf,
  ): Promise<CalculatedField> {
    const { calculation } = row
    if (calculation.kind === 'horizontal') return toFormula(row, calculation.formula, catalogueOf)
    return toRollup(tenantId, row, calculation, catalogueOf)
  }

  return {
    catalogues,
    prepare,

    /** All calculated fields of a tenant, as the transaction sees them. */
    async load(db: Db | Tx, tenantId: number): Promise<Definitions> {
      const [rows, catalogueOf, stages, book] = await Promise.all([
        fields.listCalculated(db, tenantId),
        catalogues(tenantId),
        lifecycle.stages(tenantId),
        currency.book(tenantId),
      ])
      const prepared: CalculatedField[] = []
      for (const row of rows) prepared.push(await prepare(tenantId, row, catalogueOf))
      return {
        fields: inOrder(prepared),
        names: { stages: stages.byId },
        defaultCurrencyId: book.standard.currencyDefinitionId,
        hasOneCurrency: book.active.length < 2,
        reckoning: reckoningIn(book, book.base),
        catalogueOf,
      }
    },

    /** The filter of a roll-up, refused where it can never have been meant so. Throws `invalid_input`. */
    async checkFilter(
      tenantId: number,
      { filter, childLevel }: RollupDefinition,
    ): Promise<string | undefined> {
      if (!filter) return undefined
      const compiled = await rules.compileRule(tenantId, childLevel, filter, 'rollup.filter')
      return compiled.reachesParents
        ? `The filter can use only fields of the ${levelOf(childLevel).plural}, not of their parents.`
        : undefined
    },
  }
}

export type DefinitionService = ReturnType<typeof createDefinitions>
