import { distributionColumn, type Placement } from '../../src/bin/citus/placement.ts'
import type { Equality, Slot } from './equality.ts'
import type { Output, Scope } from './scope.ts'

/** What is known of a table or of a view over one. */
export interface Relation {
  placement: Placement
  columns: readonly string[]
  isView: boolean
}

/** A query by itself: the statement, or the body of one of its CTEs. */
export interface Block {
  distributed: Set<string>
  local: Set<string>
}

/** What is found out about a statement while it is read. */
export interface Binder {
  relations: ReadonlyMap<string, Relation>
  blocks: Block[]
  faults: string[]
  /** Uses of distributed tables, with the slot of their tenant and what is known where they stand. */
  found: { table: string; slot: Slot | undefined; equality: Equality }[]
  /** Subqueries that are read when all around them is. */
  later: { query: unknown; env: Env }[]
  /** Columns of unions, with those of their branches. */
  unions: { slot: Slot; branches: (Slot | undefined)[] }[]
  /** A slot that nothing has yet. */
  fresh(): Slot
  /** Reads a query of any kind; answers the columns that it gives. */
  read(query: unknown, env: Env): Output[]
}

/** Where a query stands. */
export interface Env {
  binder: Binder
  outer: Scope | undefined
  ctes: ReadonlyMap<string, readonly Output[]>
  equality: Equality
  block: Block
}

export function newBlock(binder: Binder): Block {
  const block = { distributed: new Set<string>(), local: new Set<string>() }
  binder.blocks.push(block)
  return block
}

/** Uses a table; answers its columns, each with a slot of its own. */
export function useTable(name: string, { binder, block, equality }: Env, isTarget: boolean): Output[] {
  const relation = binder.relations.get(name)
  if (!relation) return []
  const outputs = relation.columns.map((column) => ({ name: column, slot: binder.fresh() }))
  if (relation.placement === 'local' && !isTarget) block.local.add(name)
  if (relation.placement !== 'distributed') return outputs
  if (isTarget && relation.isView) binder.faults.push(`writes the view ${name}`)
  block.distributed.add(name)
  const tenant = outputs.find((output) => output.name === distributionColumn)
  binder.found.push({ table: name, slot: tenant?.slot, equality })
  return outputs
}
