/** Where something is wrong in a formula. */
export interface Fault {
  message: string
  from: number
  to: number
}

/** A piece of a formula, marked where something is wrong with it. */
export interface Piece {
  text: string
  marked: boolean
}

/** A formula cut where faults begin and end. A fault of no length marks the character before it. */
export function piecesOf(formula: string, faults: readonly Fault[]): Piece[] {
  const marked = faults.map(({ from, to }) => ({
    from: Math.min(from < to ? from : Math.max(0, from - 1), formula.length),
    to: Math.min(to, formula.length),
  }))
  const cuts = new Set([0, formula.length, ...marked.flatMap(({ from, to }) => [from, to])])
  const places = [...cuts].toSorted((one, other) => one - other)
  return places.slice(1).map((to, index) => {
    const from = places[index] ?? 0
    const isMarked = marked.some((fault) => fault.from <= from && fault.to >= to)
    return { text: formula.slice(from, to), marked: isMarked }
  })
}
