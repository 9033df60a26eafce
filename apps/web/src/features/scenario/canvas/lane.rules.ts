/** A way that leads past the nodes of at least one row. */
export interface PassingWay {
  id: string
  from: string
  to: string
  /** Rows from its node to the one that it leads to. */
  rows: number
}

/** Ways to the same node that have lanes of their own; more than these share one. */
const ownLanes = 3

/**
 * The ways that run in the lane of another one, with that one's id. Where many nodes lead to the same one far below, such
 * as End, their lanes side by side would be wide, and most of the work of the layout. A second way of the same node
 * keeps its lane, so that each of them can be seen.
 */
export function sharedLanes(ways: readonly PassingWay[]): Map<string, string> {
  const shared = new Map<string, string>()
  for (const toSame of Map.groupBy(ways, ({ to }) => to).values()) {
    const firsts = [...new Map(toSame.toReversed().map((way) => [way.from, way])).values()].toReversed()
    if (firsts.length <= ownLanes) continue
    const longest = firsts.reduce((most, way) => (way.rows > most.rows ? way : most))
    for (const way of firsts) if (way !== longest) shared.set(way.id, longest.id)
  }
  return shared
}
