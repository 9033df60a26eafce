import type { ResultColumn } from '../row-types/column-kind.ts'
import type { Catalogue } from '../../src/bin/citus/catalogue.ts'
import { calledWithin } from '../../src/bin/citus/exception.ts'
import { askingFunctions } from '../../src/bin/citus/refusal.ts'
import type { Relation } from './binder.ts'
import { bind, type Use } from './binding.ts'
import type { Slot } from './equality.ts'
import { parse, tagged } from './parse-tree.ts'
import { functionsOf, writeFaults } from './written-function.ts'

/** A statement, and what it was once asked with. */
export interface Asked {
  text: string
  values: readonly unknown[]
  /** The columns of its result, where it had one by the time that it was written down. */
  columns?: readonly ResultColumn[]
}

/** What is known of a database when a statement is judged. */
export interface Rules {
  relations: ReadonlyMap<string, Relation>
  volatility: Readonly<Record<string, string>>
  /** Functions of the database that themselves ask distributed tables, and may not be called beside one. */
  asking: ReadonlySet<string>
}

/** The tables that views show whose names do not tell. */
const shown: Readonly<Record<string, string>> = {
  record_act: 'change_set',
  changed_record: 'change',
  record_change: 'change',
}

/** Views hold rows of the tables, or of the partitions, that they are named after, or of those that the list names. */
const viewed = (view: string): string => shown[view] ?? view.replace(/(?:_\d)?_fenced$/, '')

/** The rules of a database. Throws where a table or a view has no place. */
export function rulesOf(catalogue: Catalogue): Rules {
  const relations = new Map<string, Relation>()
  for (const { name, placement, columns } of catalogue.tables) {
    if (!placement) throw new Error(`The table ${name} has no place`)
    relations.set(name, { placement, columns, isView: false })
  }
  for (const { name, columns } of catalogue.views) {
    const placement = relations.get(viewed(name))?.placement
    if (!placement) throw new Error(`The view ${name} has no place`)
    relations.set(name, { placement, columns, isView: true })
  }
  const asking = new Set(askingFunctions(catalogue).filter((name) => !calledWithin.has(name)))
  return { relations, volatility: catalogue.volatility, asking }
}

const kinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

/** The tenant as a number where the values tell it: a parameter and a literal may mean the same one. */
function tenantOf(slot: Slot, values: readonly unknown[]): string {
  if (slot.startsWith('$')) return String(values[Number(slot.slice(1)) - 1] ?? slot)
  return String((JSON.parse(slot.slice(1)) as { ival?: { ival?: number } }).ival?.ival ?? slot)
}

function tenantFaults(uses: readonly Use[], values: readonly unknown[]): string[] {
  const without = uses.filter(({ tenant }) => tenant === undefined).map(({ table }) => table)
  const tenants = new Set(uses.flatMap(({ tenant }) => (tenant ? [tenantOf(tenant, values)] : [])))
  return [
    ...[...new Set(without)].map((table) => `does not say of which tenant ${table} is asked`),
    ...(tenants.size > 1 ? [`speaks of several tenants: ${[...tenants].join(', ')}`] : []),
  ]
}

function faultsOfOne(statement: unknown, values: readonly unknown[], rules: Rules): string[] {
  const { uses, blocks, faults } = bind(statement, rules.relations)
  const isDistributed = (table: string) => rules.relations.get(table)?.placement === 'distributed'
  const joined = blocks
    .filter(({ local, distributed }) => local.size > 0 && distributed.size > 0)
    .map(({ local, distributed }) => `joins the local ${[...local].join()} to ${[...distributed].join()}`)
  const asking = uses.length > 0 ? functionsOf(statement).filter((name) => rules.asking.has(name)) : []
  return [
    ...tenantFaults(uses, values),
    ...faults,
    ...joined,
    ...asking.map((name) => `calls ${name}(), which asks distributed tables itself`),
    ...writeFaults(statement, isDistributed, rules.volatility),
  ]
}

/** Why Citus would refuse a statement, or spread it over all shards; nothing where it runs on one. */
export async function refusalsOf({ text, values }: Asked, rules: Rules): Promise<string[]> {
  const statements = await parse(text)
  const asked = statements.filter((statement) => kinds.some((kind) => tagged(statement, kind)))
  return [...new Set(asked.flatMap((statement) => faultsOfOne(statement, values, rules)))]
}
