import { memo } from 'react'
import { EdgeLabelRenderer } from '@xyflow/react'
import { IconPlus } from '@tabler/icons-react'
import { cx } from '../../../ui/cx.ts'
import { lineOf, turn, type CanvasEdge, type CanvasEdgeData, type Ends } from './canvas-edge.tsx'
import { endsOf } from './drawn.ts'
import type { Place } from './layout.rules.ts'

/** Pixels from the button of a way down to the node that it leads to. */
const aboveTarget = 24

/** The place of its button and label, which no other way's share. */
function placeOf(ends: Ends, data: CanvasEdgeData | undefined): Place {
  const { sourceX, sourceY, targetX, targetY } = ends
  if (data?.sharesLane && data.laneX !== undefined) {
    return { x: (sourceX + data.laneX) / 2, y: sourceY + turn }
  }
  if (data?.isParallel && data.laneX !== undefined) {
    return { x: data.laneX, y: (sourceY + targetY) / 2 }
  }
  if (!data?.isJoin) return { x: targetX, y: targetY - aboveTarget }
  const [, middleX] = lineOf(ends, data.laneX)
  return { x: middleX, y: targetY - turn }
}

/** The label of a way, and the button that adds to it. */
const WayLabel = memo(function WayLabel({ source, data, x, y }: Pick<CanvasEdge, 'source' | 'data'> & Place) {
  return (
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
  )
})

/** The labels and buttons of all ways. One of the library's renderers for each way would look for its place in each frame. */
export const WayLabels = memo(function WayLabels({
  edges,
  places,
}: {
  edges: readonly CanvasEdge[]
  places: ReadonlyMap<string, Place>
}) {
  return (
    <EdgeLabelRenderer>
      {edges.map((edge) => {
        const { x, y } = placeOf(endsOf(edge, places), edge.data)
        return <WayLabel key={edge.id} source={edge.source} data={edge.data} x={x} y={y} />
      })}
    </EdgeLabelRenderer>
  )
})
