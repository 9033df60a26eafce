import { newBlock, type Binder, type Block, type Env, type Relation } from './binder.ts'
import { createEquality, type Equality, type Slot } from './equality.ts'
import { tagged } from './parse-tree.ts'
import type { Output } from './scope.ts'
import { selectOutputs } from './select.ts'
import { changeOutputs, insertOutputs } from './write.ts'

/** A place where a statement reads or writes rows that are stored with their tenant. */
export interface Use {
  table: string
  /** The parameter or literal that its tenant equals; undefined where there is none. */
  tenant: Slot | undefined
}

export interface Binding {
  uses: Use[]
  blocks: readonly Block[]
  /** What is wrong beside tenants that are not told. */
  faults: readonly string[]
}

const readers = {
  SelectStmt: selectOutputs,
  InsertStmt: insertOutputs,
  UpdateStmt: changeOutputs,
  DeleteStmt: changeOutputs,
}

function read(query: unknown, env: Env): Output[] {
  for (const [tag, outputsOf] of Object.entries(readers)) {
    const inner = tagged(query, tag)
    if (inner) return outputsOf(inner, env)
  }
  if (tagged(query, 'MergeStmt')) env.binder.faults.push('merges, which nothing here does')
  return []
}

function createBinder(relations: ReadonlyMap<string, Relation>): Binder {
  let serial = 0
  return {
    relations,
    blocks: [],
    faults: [],
    found: [],
    later: [],
    unions: [],
    fresh: () => String((serial += 1)),
    read,
  }
}

/** Unions of unions settle after as many rounds as they are deep. */
const mostRounds = 4

/** The tenant of a union is known where all its branches have it, and the other way about. */
function settleUnions({ unions }: Binder, equality: Equality): void {
  for (let round = 0; round < mostRounds; round += 1) {
    for (const { slot, branches } of unions) {
      const outside = equality.valueOf(slot)
      const inside = new Set(branches.map((branch) => branch && equality.valueOf(branch)))
      const [only] = inside
      if (inside.size === 1 && only) equality.unite(slot, only)
      else if (outside) for (const branch of branches) if (branch) equality.unite(branch, outside)
    }
  }
}

/** Finds for each distributed table of a statement by which tenant it is read or written. */
export function bind(statement: unknown, relations: ReadonlyMap<string, Relation>): Binding {
  const binder = createBinder(relations)
  const equality = createEquality()
  read(statement, { binder, outer: undefined, ctes: new Map(), equality, block: newBlock(binder) })
  settleUnions(binder, equality)
  for (let next = binder.later.shift(); next; next = binder.later.shift()) {
    // What a subquery reports what is around it holds in the subquery alone.
    const within = next.env.equality.within()
    read(next.query, { ...next.env, equality: within })
    settleUnions(binder, within)
  }
  const uses = binder.found.map(({ table, slot, equality: known }) => ({
    table,
    tenant: slot && known.valueOf(slot),
  }))
  return { uses, blocks: binder.blocks, faults: binder.faults }
}
