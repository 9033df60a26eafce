import type { ScenarioMoves } from '@steward/contracts/scenario/move'
import { counted } from '../node/words.ts'

type OpenNode = ScenarioMoves['versions'][number]['nodes'][number]

const sum = (nodes: readonly OpenNode[]): number => nodes.reduce((all, { records }) => all + records, 0)

/** How many records are in earlier versions, and how many of these can move. */
export function countMoves({ versions }: ScenarioMoves): { all: number; movable: number } {
  const nodes = versions.flatMap((one) => one.nodes)
  return { all: sum(nodes), movable: sum(nodes.filter(({ reason }) => reason === null)) }
}

/** Says in a sentence what can be done about records in earlier versions. */
export function movesText(moves: ScenarioMoves): string {
  const { all, movable } = countMoves(moves)
  if (moves.moving) return `Moving records to version ${moves.version}: ${counted(movable, 'record')} left`
  if (all === 0) return `All records are in version ${moves.version}.`
  if (movable === 0) return `${counted(all, 'record')} in earlier versions can’t move.`
  const staying = all - movable
  const rest = staying === 0 ? '' : ` ${counted(staying, 'record')} can’t move, and stay in theirs.`
  return `${counted(movable, 'record')} can move to version ${moves.version}.${rest}`
}
