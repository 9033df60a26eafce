import { BaseEdge, getSmoothStepPath, Position, type Edge, type EdgeProps } from '@xyflow/react'

export type CanvasEdgeData = {
  branch: string
  /** How people call the branch; empty for the only one. */
  label: string
  /** What the button is called; none where nothing can be added. */
  adds: string | undefined
  /** Whether other ways lead to the same node. */
  isJoin: boolean
  /** Whether the record that is followed came this way. */
  isTaken: boolean
  /** Where it runs down beside the nodes that it passes; none where it leads to the next row. */
  laneX: number | undefined
  /** Whether others run down there too: its button is where it turns into the lane. */
  sharesLane: boolean
  /** Whether it runs beside others between the same nodes: its button is on its lane. */
  isParallel: boolean
}

export type CanvasEdge = Edge<CanvasEdgeData, 'scenario'>

/** Pixels above the node that a way leads to, where it turns. */
export const turn = 44

export type Ends = Pick<EdgeProps<CanvasEdge>, 'sourceX' | 'sourceY' | 'targetX' | 'targetY'>

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

export function CanvasEdgeLine({ id, data, ...ends }: EdgeProps<CanvasEdge>) {
  const [line] = lineOf(ends, data?.laneX)
  return (
    <BaseEdge
      id={id}
      path={line}
      interactionWidth={0}
      className={data?.isTaken ? 'stroke-accent! [stroke-width:2.5]!' : 'stroke-edge!'}
    />
  )
}
