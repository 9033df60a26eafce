interface Arrow {
  table: string
  target: string
  /** Whether rows may be written without it, and given it later. */
  breakable: boolean
}

/** The arrows of a circle; undefined where there is none, and then `order` holds all tables. */
function findCircle<Reference extends Arrow>(
  tables: readonly string[],
  references: readonly Reference[],
  order: string[],
): Reference[] | undefined {
  const from = Map.groupBy(references, ({ table }) => table)
  const state = new Map<string, 'open' | 'done'>()
  const path: Reference[] = []
  const visit = (table: string): Reference[] | undefined => {
    state.set(table, 'open')
    for (const reference of from.get(table) ?? []) {
      path.push(reference)
      const known = state.get(reference.target)
      if (known === 'open') return path.slice(path.findIndex((one) => one.table === reference.target))
      const circle = known === undefined ? visit(reference.target) : undefined
      if (circle) return circle
      path.pop()
    }
    state.set(table, 'done')
    order.push(table)
    return undefined
  }
  for (const table of tables) {
    const circle = state.has(table) ? undefined : visit(table)
    if (circle) return circle
  }
  return undefined
}

/**
 * Tables in an order in which each comes after those that it refers to, and the references that no order
 * serves because they go round in a circle. References of a table to itself are of no account. Throws where
 * nothing in a circle can be broken.
 */
export function orderTables<Reference extends Arrow>(
  tables: readonly string[],
  references: readonly Reference[],
): { order: string[]; circular: Reference[] } {
  let rest = references.filter(({ table, target }) => table !== target)
  const circular: Reference[] = []
  for (;;) {
    const order: string[] = []
    const circle = findCircle(tables, rest, order)
    if (!circle) return { order, circular }
    const broken = circle.find(({ breakable }) => breakable)
    if (!broken) throw new Error(`The tables ${circle.map(({ table }) => table).join(', ')} need each other`)
    circular.push(broken)
    rest = rest.filter((reference) => reference !== broken)
  }
}
