import type { NodeCategory } from '@steward/contracts/plain/scenario'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { branchesOf } from '../node/node-kinds.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { footOf, summaryOf } from '../editor/node-text.ts'
import { nodeSize, rowGap, wayId, type Layout, type Place } from './layout.rules.ts'
import { endsOf, lineOf, turn, type Ends } from './way-line.ts'

/** A node as it is drawn: plain values, so that it is drawn again only where one of its own changes. */
export interface DrawnNode extends Place {
  id: string
  type: string
  label: string
  summary: string
  foot: string | undefined
  problems: number
  category: NodeCategory
  isSelected: boolean
  /** Whether the record that is followed was not here. */
  isDimmed: boolean
  hasFailed: boolean
  /** Whether the record that is followed was here. */
  isOnPath: boolean
}

/** The button of a way, and how people call it, in the middle of a place. */
export interface DrawnExit extends Place {
  id: string
  /** The node that it leads away from. */
  source: string
  branch: string
  /** Empty for the only one. */
  label: string
  /** The name of the button; undefined where nothing can be added. */
  adds: string | undefined
  /** Whether the label is right of the button, where the way turns right. */
  isRight: boolean
}

/** A way from one node to the next. */
export interface DrawnWay {
  line: string
  exit: DrawnExit
  /** Whether the record that is followed came this way. */
  isTaken: boolean
}

const nowhere: Place = { x: 0, y: 0 }

function hasFailed({ key }: ScenarioNode, { counts, path }: GraphView): boolean {
  if (path) return path.get(key)?.status.endsWith('failure') ?? false
  return (counts?.get(key)?.unattended_failure ?? 0) > 0
}

export function drawnNodes(view: GraphView, places: ReadonlyMap<string, Place>): DrawnNode[] {
  return view.nodes.map((node, at) => ({
    id: node.key,
    ...(places.get(node.key) ?? nowhere),
    type: node.type,
    label: view.labelOf(node.type),
    summary: summaryOf(node, view),
    foot: footOf(node, view),
    problems: view.problems.byNode.get(node.key)?.length ?? 0,
    category: at === 0 ? 'trigger' : view.categoryOf(node.type),
    isSelected: node.key === view.selected,
    isDimmed: view.path !== undefined && !view.path.has(node.key),
    hasFailed: hasFailed(node, view),
    isOnPath: view.path?.has(node.key) ?? false,
  }))
}

/** The ways that a record took, each from a node to the next. */
function takenWays(path: GraphView['path']): Set<string> {
  const keys = [...(path?.keys() ?? [])]
  return new Set(keys.slice(1).map((key, at) => `${keys[at]} ${key}`))
}

/** Pixels from the button of a way down to the node that it leads to. */
const aboveTarget = 24
/** Pixels from a node down to the buttons of its ways, also of one that passes the next row. */
const belowSource = rowGap - aboveTarget

interface Course {
  /** Where it runs down beside the nodes that it passes; none where it leads to the next row. */
  laneX: number | undefined
  /** Whether others run down there too: its button is where it turns into the lane. */
  sharesLane: boolean
  /** Whether it is the only one of its node that has a lane: its button is where it has turned into it. */
  isOnlyLane: boolean
  /** Whether it runs beside others between the same nodes: its button is on its lane. */
  isParallel: boolean
  /** Whether other ways lead to the same node. */
  isJoin: boolean
}

/** The place of the button and the label of a way, which no other way's share. */
function exitPlace(
  ends: Ends,
  middleX: number,
  { laneX, sharesLane, isOnlyLane, isParallel, isJoin }: Course,
): Place {
  const { sourceX, sourceY, targetX, targetY } = ends
  if (sharesLane && laneX !== undefined) return { x: (sourceX + laneX) / 2, y: sourceY + turn }
  if (isParallel && laneX !== undefined) return { x: laneX, y: (sourceY + targetY) / 2 }
  if (isOnlyLane && laneX !== undefined) return { x: laneX, y: sourceY + belowSource }
  return isJoin ? { x: middleX, y: targetY - turn } : { x: targetX, y: targetY - aboveTarget }
}

/** How many ways lead to each node. */
function incomingOf(nodes: GraphView['nodes']): Map<string, number> {
  const incoming = new Map<string, number>()
  for (const target of nodes.flatMap(({ next }) => Object.values(next))) {
    incoming.set(target, (incoming.get(target) ?? 0) + 1)
  }
  return incoming
}

export function drawnWays(
  { nodes, labelOf, path, isEditable }: Pick<GraphView, 'nodes' | 'labelOf' | 'path' | 'isEditable'>,
  { places, lanes, sharing, parallel }: Layout,
): DrawnWay[] {
  const taken = takenWays(path)
  const incoming = incomingOf(nodes)
  return nodes.flatMap((node) => {
    const inLanes = Object.keys(node.next).filter((branch) => lanes.has(wayId(node.key, branch)))
    return branchesOf(node).flatMap(({ key: branch, label }): DrawnWay[] => {
      const target = node.next[branch]
      if (target === undefined) return []
      const after = label ? `${labelOf(node.type)}, ${label}` : labelOf(node.type)
      const id = wayId(node.key, branch)
      const lane = lanes.get(id)
      // A node lies at its place with its left edge.
      const laneX = lane === undefined ? undefined : lane + nodeSize.width / 2
      const ends = endsOf(places.get(node.key) ?? nowhere, places.get(target) ?? nowhere)
      const [line, middleX] = lineOf(ends, laneX)
      const course = {
        laneX,
        sharesLane: sharing.has(id),
        isOnlyLane: inLanes.length === 1,
        isParallel: parallel.has(id),
        isJoin: (incoming.get(target) ?? 0) > 1,
      }
      const place = exitPlace(ends, middleX, course)
      const adds = isEditable ? `Add after ${after}` : undefined
      return [
        {
          line,
          isTaken: taken.has(`${node.key} ${target}`),
          exit: { id, source: node.key, branch, label, adds, isRight: place.x > ends.sourceX, ...place },
        },
      ]
    })
  })
}
