import { graphlib, layout } from '@dagrejs/dagre'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { sharedLanes, type PassingWay } from './lane.rules.ts'

/** Pixels. */
export const nodeSize = { width: 220, height: 64 }

const gaps = { nodesep: 48, ranksep: 88 }

export interface Place {
  x: number
  y: number
}

/** All that a layout depends on. */
type Shape = readonly Pick<ScenarioNode, 'key' | 'next'>[]

/** The shape of nodes as a text, which is the same for as long as only their settings change. */
export const shapeOf = (nodes: Shape): string => JSON.stringify(nodes.map(({ key, next }) => ({ key, next })))

/** How many nodes the longest way from the trigger to each node has before it. */
function depthsOf(nodes: Shape): Map<string, number> {
  const depths = new Map(nodes.map(({ key }) => [key, 0]))
  // Each round reaches at least one node further, and nothing leads back.
  for (let isDone = false, round = 0; !isDone && round < nodes.length; round += 1) {
    isDone = true
    for (const { key, next } of nodes) {
      const depth = (depths.get(key) ?? 0) + 1
      for (const target of Object.values(next)) {
        if ((depths.get(target) ?? 0) >= depth) continue
        depths.set(target, depth)
        isDone = false
      }
    }
  }
  return depths
}

/** Where everything is drawn, seen from the trigger, which is at 0, 0. */
export interface Layout {
  places: Map<string, Place>
  /** Where ways run down that pass other nodes, by `wayId`: how far right of the trigger's middle. */
  lanes: Map<string, number>
  /** Those of them that run in the lane of another one. */
  sharing: Set<string>
}

let latest: { shape: string; layout: Layout } | undefined

/** The layout of a shape that `shapeOf` gave; the latest is kept for renders that begin again before they are done. */
export function layoutOfShape(shape: string): Layout {
  if (latest?.shape !== shape) latest = { shape, layout: layoutOf(JSON.parse(shape) as Shape) }
  return latest.layout
}

export const wayId = (from: string, branch: string): string => `${from} ${branch}`

/** The library has a rank between two rows, for labels of ways. */
const ranksOfRow = 2

/**
 * Gives nodes the rows that are known already, of which the library would find the same. It adds a node above all others
 * that it takes away again. Its types know only rankers by name.
 */
const rankerOf = (depths: ReadonlyMap<string, number>): string => {
  const rank = (graph: graphlib.Graph): void => {
    for (const key of graph.nodes()) {
      const row = depths.get(key)
      ;(graph.node(key) as { rank: number }).rank = row === undefined ? -1 : row * ranksOfRow
    }
  }
  return rank as unknown as string
}

/**
 * Orders the nodes of each rank as a walk from the top comes to them, which leaves branches in their order. The heuristic of
 * the library against crossings would swap them; even without it, the library prepares for it at length.
 */
function orderByWalk(graph: graphlib.Graph): void {
  const taken = new Map<number, number>()
  const seen = new Set<string>()
  const rankOf = (key: string): number => (graph.node(key) as { rank: number }).rank
  const walk = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const order = taken.get(rankOf(key)) ?? 0
    taken.set(rankOf(key), order + 1)
    ;(graph.node(key) as { order: number }).order = order
    for (const next of graph.successors(key) ?? []) walk(next)
  }
  for (const key of graph.nodes().toSorted((a, b) => rankOf(a) - rankOf(b))) walk(key)
}

/** From the top down, branches from left to right. */
export function layoutOf(nodes: Shape): Layout {
  const depths = depthsOf(nodes)
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ranker: rankerOf(depths), ...gaps })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key } of nodes) graph.setNode(key, { ...nodeSize })
  const ways = nodes.flatMap(({ key, next }) =>
    Object.entries(next).map(([branch, target]) => ({
      id: wayId(key, branch),
      from: key,
      to: target,
      branch,
      // Each node right below the one before it, also where a way is longer because others meet it.
      rows: (depths.get(target) ?? 0) - (depths.get(key) ?? 0),
    })),
  )
  const passing: PassingWay[] = ways.filter(({ rows }) => rows > 1)
  const shared = sharedLanes(passing)
  const drawn = new Map(ways.map((way) => [way.id, way]))
  for (const { id, from, to, branch, rows } of ways) {
    if (!shared.has(id)) graph.setEdge(from, to, { minlen: rows }, branch)
  }
  layout(graph, { customOrder: orderByWalk })
  // Seen from the trigger, so that it stays where it is while branches grow on either side.
  const first = (nodes[0] && (graph.node(nodes[0].key) as Place)) ?? { x: 0, y: 0 }
  return {
    places: new Map(
      nodes.map(({ key }) => {
        const { x, y } = graph.node(key) as Place
        return [key, { x: Math.round(x - first.x), y: Math.round(y - first.y) }]
      }),
    ),
    lanes: new Map(
      passing.map(({ id }) => {
        const { from, to, branch } = drawn.get(shared.get(id) ?? id) as (typeof ways)[number]
        const { points } = graph.edge(from, to, branch) as { points: Place[] }
        const { x } = points[Math.floor(points.length / 2)] ?? first
        return [id, Math.round(x - first.x)]
      }),
    ),
    sharing: new Set(shared.keys()),
  }
}

const directions: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** The nearest node from one in the direction of an arrow key; undefined where there is none. */
export function neighbourOf(
  places: ReadonlyMap<string, Place>,
  from: string,
  arrow: string,
): string | undefined {
  const way = directions[arrow]
  const here = places.get(from)
  if (!way || !here) return undefined
  let nearest: { key: string; distance: number } | undefined
  for (const [key, { x, y }] of places) {
    const [dx, dy] = [x - here.x, y - here.y]
    const along = dx * way.x + dy * way.y
    if (along <= 0) continue
    // What lies straight ahead comes before what lies aside.
    const distance = along + 3 * Math.abs(way.x === 0 ? dx : dy)
    if (!nearest || distance < nearest.distance) nearest = { key, distance }
  }
  return nearest?.key
}
