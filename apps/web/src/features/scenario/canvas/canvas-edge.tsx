import {
  BaseEdge,
  EdgeLabelRenderer,
  getSmoothStepPath,
  Position,
  type Edge,
  type EdgeProps,
} from '@xyflow/react'
import { IconPlus } from '@tabler/icons-react'
import { cx } from '../../../ui/cx.ts'

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
}

export type CanvasEdge = Edge<CanvasEdgeData, 'scenario'>

/** Pixels above the node that a way leads to: the button, and where the way turns. */
const aboveTarget = 24
const turn = 44

type Ends = Pick<EdgeProps<CanvasEdge>, 'sourceX' | 'sourceY' | 'targetX' | 'targetY'>

const step = { sourcePosition: Position.Bottom, targetPosition: Position.Top, borderRadius: 8 }

/** The line of a way, and the middle of where it turns to its target: right above it, where no other node lies. */
function lineOf(ends: Ends, laneX: number | undefined): [line: string, middleX: number] {
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

/** The place of its button and label, which no other way's share. */
function placeOf({ sourceX, sourceY, targetX, targetY }: Ends, middleX: number, data?: CanvasEdgeData) {
  if (data?.sharesLane && data.laneX !== undefined) return [(sourceX + data.laneX) / 2, sourceY + turn]
  return data?.isJoin ? [middleX, targetY - turn] : [targetX, targetY - aboveTarget]
}

export function CanvasEdgeLine({ id, source, data, ...ends }: EdgeProps<CanvasEdge>) {
  const [line, middleX] = lineOf(ends, data?.laneX)
  const [x, y] = placeOf(ends, middleX, data)
  return (
    <>
      <BaseEdge
        id={id}
        path={line}
        interactionWidth={0}
        className={data?.isTaken ? 'stroke-accent! [stroke-width:2.5]!' : 'stroke-edge!'}
      />
      <EdgeLabelRenderer>
        <div
          className="nodrag nopan pointer-events-auto absolute"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {data?.label && (
            <span
              className={cx(
                'max-w-32 truncate rounded-chip border border-line bg-surface px-1.5 text-meta font-medium text-2',
                data.adds && 'absolute top-1 right-full mr-1',
              )}
            >
              {data.label}
            </span>
          )}
          {data?.adds && (
            <button
              type="button"
              tabIndex={-1}
              data-exit={source}
              data-branch={data.branch}
              aria-label={data.adds}
              data-tooltip={data.adds}
              className={cx(
                'flex size-6 items-center justify-center rounded-full border border-edge bg-surface text-2',
                'hover:border-accent-text hover:bg-accent-soft hover:text-accent-text',
              )}
            >
              <IconPlus size={14} aria-hidden />
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  )
}
