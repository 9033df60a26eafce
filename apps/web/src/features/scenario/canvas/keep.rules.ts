interface Drawn {
  id: string
}

/** Whether two objects have the same plain values. */
export function isSameData<Data extends object>(before: Data, after: Data): boolean {
  const keys = Object.keys(after) as (keyof Data)[]
  return keys.length === Object.keys(before).length && keys.every((key) => before[key] === after[key])
}

/**
 * Replaces what is drawn as before by the very objects of the last time, so that the library draws only what changed:
 * it compares objects, and measures each new one.
 */
export function createKeeper<Item extends Drawn>(isSame: (before: Item, after: Item) => boolean) {
  let last: readonly Item[] = []
  return (items: readonly Item[]): readonly Item[] => {
    const known = new Map(last.map((item) => [item.id, item]))
    const kept = items.map((item) => {
      const before = known.get(item.id)
      return before && isSame(before, item) ? before : item
    })
    const isAll = kept.length === last.length && kept.every((item, at) => item === last[at])
    if (!isAll) last = kept
    return last
  }
}
