import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { placeColumns, type Cell } from './column.rules.ts'
import { sharedLanes, type PassingWay } from './lane.rules.ts'

/** Pixels. */
export const nodeSize = { width: 220, height: 64 }

/** Pixels: half of what is between two nodes, two ways that pass them, or two ways between the same nodes. */
const margins = { node: 24, way: 10, parallel: 80 }
/** Pixels. */
export const rowGap = 88

export interface Place {
  x: number
  y: number
}

/** All that a layout depends on. */
type Shape = readonly Pick<ScenarioNode, 'key' | 'next'>[]

/** The shape of nodes as a text, which is the same for as long as only their settings change. */
export const shapeOf = (nodes: Shape): string => JSON.stringify(nodes.map(({ key, next }) => ({ key, next })))

/** The nodes to which a node leads by several ways. */
function severalTimes(next: ScenarioNode['next']): Set<string> {
  const targets = Object.values(next)
  return new Set(targets.filter((target, at) => targets.indexOf(target) !== at))
}

/** The row of each node: below all that lead to it, and one lower where a node does so by several ways. */
function depthsOf(nodes: Shape): Map<string, number> {
  const depths = new Map(nodes.map(({ key }) => [key, 0]))
  // Each round reaches at least one node further, and nothing leads back.
  for (let isDone = false, round = 0; !isDone && round < nodes.length; round += 1) {
    isDone = true
    for (const { key, next } of nodes) {
      const several = severalTimes(next)
      for (const target of Object.values(next)) {
        const depth = (depths.get(key) ?? 0) + (several.has(target) ? 2 : 1)
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
  /** Those that run beside others between the same nodes. */
  parallel: Set<string>
}

let latest: { shape: string; layout: Layout } | undefined

/** The layout of a shape that `shapeOf` gave; the latest is kept for renders that begin again before they are done. */
export function layoutOfShape(shape: string): Layout {
  if (latest?.shape !== shape) latest = { shape, layout: layoutOf(JSON.parse(shape) as Shape) }
  return latest.layout
}

export const wayId = (from: string, branch: string): string => `${from} ${branch}`

interface Way extends PassingWay {
  isParallel: boolean
  /** The cells where it passes nodes, from the top. */
  cells: Cell[]
}

function waysOf(nodes: Shape, depths: ReadonlyMap<string, number>): Way[] {
  return nodes.flatMap(({ key, next }) => {
    const several = severalTimes(next)
    return Object.entries(next).map(([branch, target]) => {
      const id = wayId(key, branch)
      const isParallel = several.has(target)
      // Each node right below the one before it, also where a way is longer because others meet it.
      const rows = (depths.get(target) ?? 0) - (depths.get(key) ?? 0)
      const cells = Array.from({ length: Math.max(0, rows - 1) }, (_, at) => ({
        id: `${id} ${at}`,
        width: 0,
        margin: isParallel ? margins.parallel : margins.way,
        isPassing: true,
      }))
      return { id, from: key, to: target, rows, cells, isParallel }
    })
  })
}

/** Which cells are right below each other. */
function linksOf(ways: readonly Way[]): { above: Map<string, string[]>; below: Map<string, string[]> } {
  const above = new Map<string, string[]>()
  const below = new Map<string, string[]>()
  const add = (to: typeof above, id: string, other: string) => {
    const known = to.get(id)
    if (!known) to.set(id, [other])
    else if (!known.includes(other)) known.push(other)
  }
  for (const { from, to, cells } of ways) {
    const all = [from, ...cells.map(({ id }) => id), to]
    for (const [at, id] of all.slice(1).entries()) {
      add(above, id, all[at]!)
      add(below, all[at]!, id)
    }
  }
  return { above, below }
}

/** The cells of each row in the order in which a walk from the top comes to them, which leaves branches in their order. */
function rowsOf(
  nodes: Shape,
  depths: ReadonlyMap<string, number>,
  ways: readonly Way[],
  below: ReadonlyMap<string, readonly string[]>,
): Cell[][] {
  const rows: Cell[][] = []
  const seen = new Set<string>()
  const passing = new Map(ways.flatMap(({ cells }) => cells.map((cell) => [cell.id, cell])))
  const walk = (id: string, row: number): void => {
    if (seen.has(id)) return
    seen.add(id)
    const cell = passing.get(id) ?? { id, width: nodeSize.width, margin: margins.node, isPassing: false }
    ;(rows[row] ??= []).push(cell)
    for (const next of below.get(id) ?? []) walk(next, row + 1)
  }
  const depthOf = ({ key }: Shape[number]): number => depths.get(key) ?? 0
  for (const node of nodes.toSorted((a, b) => depthOf(a) - depthOf(b))) walk(node.key, depthOf(node))
  return rows
}

/** From the top down, branches from left to right. */
export function layoutOf(nodes: Shape): Layout {
  const depths = depthsOf(nodes)
  const ways = waysOf(nodes, depths)
  const passing = ways.filter(({ rows }) => rows > 1)
  const shared = sharedLanes(passing)
  const drawn = new Map(ways.map((way) => [way.id, way]))
  const own = ways.filter(({ id }) => !shared.has(id))
  const links = linksOf(own)
  const columns = placeColumns(rowsOf(nodes, depths, own, links.below), links)
  // Seen from the trigger, so that it stays where it is while branches grow on either side.
  const first = columns.get(nodes[0]?.key ?? '') ?? 0
  const columnOf = (id: string): number => Math.round((columns.get(id) ?? 0) - first)
  const laneOf = (id: string): number => {
    const cells = drawn.get(shared.get(id) ?? id)?.cells ?? []
    return columnOf(cells[Math.floor(cells.length / 2)]?.id ?? '')
  }
  return {
    places: new Map(
      nodes.map(({ key }) => [
        key,
        { x: columnOf(key), y: (depths.get(key) ?? 0) * (nodeSize.height + rowGap) },
      ]),
    ),
    lanes: new Map(passing.map(({ id }) => [id, laneOf(id)])),
    sharing: new Set(shared.keys()),
    parallel: new Set(ways.flatMap(({ id, isParallel }) => (isParallel ? [id] : []))),
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
