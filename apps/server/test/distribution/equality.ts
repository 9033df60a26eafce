/** Something that has a value within a statement: a column of one of its tables, a parameter, a literal. */
export type Slot = string

/** Whether a slot is a parameter or a literal. */
export const isFixed = (slot: Slot): boolean => slot.startsWith('$') || slot.startsWith('=')

/** Which slots of a statement are equal, as far as its conditions tell. */
export interface Equality {
  unite(a: Slot, b: Slot): void
  /** The parameter or literal that a slot equals; undefined where none is known. */
  valueOf(slot: Slot): Slot | undefined
  /** A copy, for what is known only within a part of the statement. */
  within(): Equality
}

export function createEquality(known: ReadonlyMap<Slot, Slot> = new Map()): Equality {
  const parents = new Map(known)
  const rootOf = (slot: Slot): Slot => {
    let root = slot
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    return root
  }
  return {
    unite(a, b) {
      const [one, other] = [rootOf(a), rootOf(b)]
      if (one === other) return
      // Of two classes the fixed one stays on top; two fixed ones stay apart, and are reported as such.
      if (!isFixed(one)) parents.set(one, other)
      else if (!isFixed(other)) parents.set(other, one)
    },
    valueOf(slot) {
      const root = rootOf(slot)
      return isFixed(root) ? root : undefined
    },
    within: () => createEquality(parents),
  }
}
