import { getSmoothStepPath, Position } from '@xyflow/system'
import { nodeSize, type Place } from './layout.rules.ts'

/** Pixels above the node that a way leads to, where it turns. */
export const turn = 44

/** Where a way begins and ends. */
export interface Ends {
  sourceX: number
  sourceY: number
  targetX: number
  targetY: number
}

/** From the middle below a node to the middle above another one. */
export const endsOf = (from: Place, to: Place): Ends => ({
  sourceX: from.x + nodeSize.width / 2,
  sourceY: from.y + nodeSize.height,
  targetX: to.x + nodeSize.width / 2,
  targetY: to.y,
})

const step = { sourcePosition: Position.Bottom, targetPosition: Position.Top, borderRadius: 8 }

/** The line of a way, and the middle of where it turns to its target: right above it, where no other node lies. */
export function lineOf(ends: Ends, laneX: number | undefined): [line: string, middleX: number] {
  const centerY = ends.targetY - turn
  if (laneX === undefined) {
    const [line, middleX] = getSmoothStepPath({ ...ends, ...step, centerY })
    return [line, middleX]
  }
  const lane = { x: laneX, y: (ends.sourceY + ends.targetY) / 2 }
  const [into] = getSmoothStepPath({
    ...ends,
    ...step,
    targetX: lane.x,
    targetY: lane.y,
    centerY: ends.sourceY + turn,
  })
  const [out, middleX] = getSmoothStepPath({ ...ends, ...step, sourceX: lane.x, sourceY: lane.y, centerY })
  return [`${into} ${out}`, middleX]
}
