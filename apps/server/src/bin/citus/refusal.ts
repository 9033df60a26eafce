import type { Catalogue, ForeignKey } from './catalogue.ts'
import { distributionColumn, type Placement } from './placement.ts'

/** Something of the schema that Citus refuses, by its name. */
export interface Refusal {
  name: string
  why: string
}

const cannotClear = new Set(['n', 'd'])

function keyRefusal(key: ForeignKey, placements: ReadonlyMap<string, Placement>): string | undefined {
  const [from, to] = [placements.get(key.table), placements.get(key.target)]
  if (from !== 'distributed')
    return to === 'distributed' ? 'points from another place to a distributed table' : undefined
  if (to === 'reference') return undefined
  if (to === 'local') return 'points from a distributed table to a local one'
  const at = key.columns.indexOf(distributionColumn)
  if (at < 0 || key.targetColumns[at] !== distributionColumn)
    return 'does not hold the tenant at the same place on both sides'
  if (cannotClear.has(key.onDelete)) return 'clears on delete, though it holds the tenant'
  return key.onUpdate === 'a' || key.onUpdate === 'r'
    ? undefined
    : 'follows updates, though it holds the tenant'
}

/** Functions of the database that name distributed tables. */
export function askingFunctions({ functions, tables }: Catalogue): string[] {
  const names = tables.filter(({ placement }) => placement === 'distributed').map(({ name }) => name)
  const naming = new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:${names.join('|')})\\b`, 'i')
  return functions.filter(({ body }) => naming.test(body)).map(({ name }) => name)
}

/** Everything of a schema that Citus would not take as it is. */
export function refusalsOfSchema(
  catalogue: Catalogue,
): Record<'foreignKeys' | 'uniqueIndexes' | 'triggers' | 'functions' | 'tables', Refusal[]> {
  const { tables, foreignKeys, uniqueIndexes, triggers } = catalogue
  const placements = new Map(
    tables.flatMap(({ name, placement }) => (placement ? [[name, placement] as const] : [])),
  )
  const isDistributed = (table: string) => placements.get(table) === 'distributed'
  return {
    tables: tables
      .filter(({ placement }) => !placement)
      .map(({ name }) => ({
        name,
        why: 'has no place: its key does not begin with the tenant, and the list does not name it',
      })),
    foreignKeys: foreignKeys.flatMap((key) => {
      const why = keyRefusal(key, placements)
      return why ? [{ name: `${key.table}.${key.name}`, why }] : []
    }),
    uniqueIndexes: uniqueIndexes
      .filter(({ table, columns }) => isDistributed(table) && !columns.includes(distributionColumn))
      .map(({ name }) => ({ name, why: 'is unique without the tenant' })),
    triggers: triggers
      .filter(({ table }) => isDistributed(table))
      .map(({ table, name }) => ({ name: `${table}.${name}`, why: 'is a trigger of a distributed table' })),
    functions: askingFunctions(catalogue).map((name) => ({ name, why: 'asks distributed tables' })),
  }
}
