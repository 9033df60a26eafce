import type { HealthStatus } from '@steward/contracts/plain/built-in-value'

/** A record as it is and as it would be by a draft; scores are in hundredths. */
export interface Compared {
  recordId: number
  score: number | null
  status: HealthStatus | null
  nextScore: number | null
  nextStatus: HealthStatus | null
}

export interface Move {
  from: HealthStatus | null
  to: HealthStatus | null
  count: number
}

const order = ['Good', 'Average', 'Poor', null]

/** How many records go from which color to which, added to what was counted before. */
export function addMoves(moves: readonly Move[], compared: readonly Compared[]): Move[] {
  const counts = new Map(moves.map((move) => [`${move.from} ${move.to}`, { ...move }]))
  for (const { status, nextStatus } of compared) {
    const key = `${status} ${nextStatus}`
    const move = counts.get(key)
    if (move) move.count += 1
    else counts.set(key, { from: status, to: nextStatus, count: 1 })
  }
  const place = ({ from, to }: Move) => order.indexOf(from) * order.length + order.indexOf(to)
  return [...counts.values()].toSorted((a, b) => place(a) - place(b))
}

/** How many records change their color. */
export function countChanged(moves: readonly Move[]): number {
  return moves.reduce((sum, { from, to, count }) => (from === to ? sum : sum + count), 0)
}
