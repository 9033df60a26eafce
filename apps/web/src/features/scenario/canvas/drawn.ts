import { Position } from '@xyflow/react'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { branchesOf } from '../node/node-kinds.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { footOf, summaryOf } from '../editor/node-text.ts'
import type { CanvasEdge, Ends } from './canvas-edge.tsx'
import type { CanvasNode } from './canvas-node.tsx'
import { isSameData } from './keep.rules.ts'
import { nodeSize, wayId, type Layout, type Place } from './layout.rules.ts'

const nowhere: Place = { x: 0, y: 0 }
const point = { x: nodeSize.width / 2, width: 1, height: 1 }

/** Where ways begin and end at a node; known in advance, they need not be measured. */
const handles = [
  { type: 'target' as const, position: Position.Top, ...point, y: 0 },
  { type: 'source' as const, position: Position.Bottom, ...point, y: nodeSize.height },
]

/** Where a way begins and ends, as the library reads it from the handles. */
export function endsOf(
  { source, target }: Pick<CanvasEdge, 'source' | 'target'>,
  places: ReadonlyMap<string, Place>,
): Ends {
  const [from, to] = [places.get(source) ?? nowhere, places.get(target) ?? nowhere]
  const middle = point.x + point.width / 2
  return {
    sourceX: from.x + middle,
    sourceY: from.y + nodeSize.height + point.height,
    targetX: to.x + middle,
    targetY: to.y,
  }
}

/** The library lets presses through nodes that it can neither select nor drag. */
const pressable = { pointerEvents: 'all' } as const

function hasFailed({ key }: ScenarioNode, { counts, path }: GraphView): boolean {
  if (path) return path.get(key)?.status.endsWith('failure') ?? false
  return (counts?.get(key)?.unattended_failure ?? 0) > 0
}

export function drawnNodes(
  view: GraphView,
  places: ReadonlyMap<string, Place>,
  focused: string | null,
): CanvasNode[] {
  return view.nodes.map((node, at) => ({
    id: node.key,
    type: 'scenario',
    position: places.get(node.key) ?? nowhere,
    ...nodeSize,
    measured: nodeSize,
    handles,
    style: pressable,
    data: {
      type: node.type,
      label: view.labelOf(node.type),
      summary: summaryOf(node, view),
      foot: footOf(node, view),
      problems: view.problems.byNode.get(node.key)?.length ?? 0,
      category: at === 0 ? 'trigger' : view.categoryOf(node.type),
      isSelected: node.key === view.selected,
      isTabbable: node.key === focused,
      isDimmed: view.path !== undefined && !view.path.has(node.key),
      hasFailed: hasFailed(node, view),
      isOnPath: view.path?.has(node.key) ?? false,
    },
  }))
}

export const isSameNode = (before: CanvasNode, after: CanvasNode): boolean =>
  isSameData(before.position, after.position) && isSameData(before.data, after.data)

export const isSameEdge = (before: CanvasEdge, after: CanvasEdge): boolean =>
  before.target === after.target && isSameData(before.data ?? {}, after.data ?? {})

/** The ways that a record took, each from a node to the next. */
function takenWays(path: GraphView['path']): Set<string> {
  const keys = [...(path?.keys() ?? [])]
  return new Set(keys.slice(1).map((key, at) => `${keys[at]} ${key}`))
}

export function drawnEdges(
  { nodes, labelOf, path, isEditable }: GraphView,
  { lanes, sharing, parallel }: Omit<Layout, 'places'>,
): CanvasEdge[] {
  const taken = takenWays(path)
  const incoming = new Map<string, number>()
  for (const target of nodes.flatMap(({ next }) => Object.values(next))) {
    incoming.set(target, (incoming.get(target) ?? 0) + 1)
  }
  return nodes.flatMap((node) =>
    branchesOf(node).flatMap(({ key: branch, label }): CanvasEdge[] => {
      const target = node.next[branch]
      if (target === undefined) return []
      const after = label ? `${labelOf(node.type)}, ${label}` : labelOf(node.type)
      const id = wayId(node.key, branch)
      const lane = lanes.get(id)
      const isTaken = taken.has(`${node.key} ${target}`)
      return [
        {
          id,
          type: 'scenario',
          source: node.key,
          target,
          // Above those in the same lane that it did not take.
          zIndex: isTaken ? 1 : 0,
          data: {
            branch,
            label,
            adds: isEditable ? `Add after ${after}` : undefined,
            isJoin: (incoming.get(target) ?? 0) > 1,
            isTaken,
            // A node lies at its place with its left edge.
            laneX: lane === undefined ? undefined : lane + nodeSize.width / 2,
            sharesLane: sharing.has(id),
            isParallel: parallel.has(id),
          },
        },
      ]
    }),
  )
}
