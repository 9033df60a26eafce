import {
  childLevelsOf,
  rollupDataTypes,
  rollupFunctions,
  type CalculatedDataType,
  type Calculation,
  type RollupFunction,
} from '@steward/contracts/calculation'
import { dataTypes, type DataType } from '@steward/contracts/data-type'
import { systemFields } from '@steward/contracts/built-in-field'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Catalogue, CatalogueField } from '../field/index.ts'

export type RollupDefinition = Extract<Calculation, { kind: 'vertical' }>

/** Where records of a lower level name the one above. */
export function parentKey(level: LevelId): 'organizationId' | 'accountId' {
  return level === 1 ? 'organizationId' : 'accountId'
}

/** The child's field that a roll-up names, by its id or a system field's number. */
export function childField(catalogue: Catalogue, childId: number): CatalogueField | undefined {
  if (childId > 0) return catalogue.byKey(String(childId))
  const name = systemFields.find((field) => field.id === childId)?.name
  return name === undefined ? undefined : catalogue.find(name)
}

export const typeLabel = (dataType: string): string => dataTypes[dataType as DataType].label

const words: Record<RollupFunction, string> = {
  count: 'counts records',
  sum: 'adds numbers up',
  average: 'takes the mean of numbers',
  min: 'takes the least of numbers or dates',
  max: 'takes the greatest of numbers or dates',
  latest: 'takes a number, a text, a date or true or false',
}

function functionsFor(child: CatalogueField): string {
  const fitting = rollupFunctions.filter((one) => rollupDataTypes(one, child.dataType).length > 0)
  return fitting.join(', ')
}

function levelFault(level: LevelId): string {
  const below = childLevelsOf(level).map((id) => levelOf(id).plural)
  const { label } = levelOf(level)
  if (below.length === 0) return `${label} has no records below it, so it has no roll-ups.`
  return `${label} rolls up ${below.join(', ')}.`
}

/** What is wrong with a child's field and what is made of it. */
function faultsOfFunction(
  dataType: string,
  by: RollupFunction,
  child: CatalogueField | undefined,
): Record<string, string> {
  if (!child && by !== 'count') return { childId: `Choose the field: ${by} ${words[by]}.` }
  const types: readonly CalculatedDataType[] = rollupDataTypes(by, child?.dataType ?? null)
  if (child && types.length === 0) {
    return {
      'rollup.function': `${by} ${words[by]}; for "${child.displayName}" there is ${functionsFor(child)}.`,
    }
  }
  if (types.some((type) => type === dataType)) return {}
  return { dataType: `This roll-up gives ${types.map((type) => `"${typeLabel(type)}"`).join(' or ')}.` }
}

/** The faults of a roll-up, by the path of the value. */
export function faultsOfRollup(
  level: LevelId,
  dataType: string,
  { childLevel, childId, function: by }: RollupDefinition,
  catalogue: Catalogue,
): Record<string, string> {
  if (!childLevelsOf(level).includes(childLevel)) return { 'rollup.childLevel': levelFault(level) }
  const child = childId === null ? undefined : childField(catalogue, childId)
  if (childId !== null && !child) {
    return { childId: `${levelOf(childLevel).label} has no field with the id ${childId}.` }
  }
  return faultsOfFunction(dataType, by, child)
}

/** Whether a filter says by itself what happens to archived children. */
export function asksForArchived(keys: readonly string[]): boolean {
  return keys.includes('archived')
}
