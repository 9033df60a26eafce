/** The selected rows by id, and the row from which a range is counted. */
export interface RowSelection {
  ids: ReadonlySet<number>
  anchor: number
  /** Everything that matches is meant, of which these are loaded. */
  whole?: boolean
}

export const noSelection: RowSelection = { ids: new Set(), anchor: 0 }

type IdAt = (index: number) => number | undefined

/** Takes a row in or out, and begins a new range there. */
export function toggleRow({ ids }: RowSelection, index: number, idAt: IdAt): RowSelection {
  const id = idAt(index)
  const next = new Set(ids)
  if (id !== undefined && !next.delete(id)) next.add(id)
  return { ids: next, anchor: index }
}

/** Takes in the rows from one to another, or takes them out where all of them are selected. */
export function toggleRows({ ids }: RowSelection, first: number, last: number, idAt: IdAt): RowSelection {
  const next = new Set(ids)
  const rows = Array.from({ length: last - first + 1 }, (_, at) => idAt(first + at) ?? [])
  const some = rows.flat()
  const isOut = some.every((id) => ids.has(id))
  for (const id of some) {
    if (isOut) next.delete(id)
    else next.add(id)
  }
  return { ids: next, anchor: first }
}

/** Takes in every loaded row between the anchor and `index`. */
export function extendTo({ ids, anchor }: RowSelection, index: number, idAt: IdAt): RowSelection {
  const next = new Set(ids)
  const [first, last] = anchor < index ? [anchor, index] : [index, anchor]
  for (let row = first; row <= last; row += 1) {
    const id = idAt(row)
    if (id !== undefined) next.add(id)
  }
  return { ids: next, anchor }
}

export function selectAll(ids: Iterable<number>): RowSelection {
  return { ids: new Set(ids), anchor: 0 }
}
