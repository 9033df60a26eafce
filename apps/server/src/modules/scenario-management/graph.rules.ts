import type { NodeCategory } from '@steward/contracts/plain/scenario'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'

/** What is known of the type of a node: whether it is a trigger, and its ways out. */
export interface NodeShape {
  category: NodeCategory
  /** None for a node at which runs end. */
  branches: readonly string[]
}

export type Faults = Record<string, string>

type ShapeOf = (node: ScenarioNode) => NodeShape | undefined

const nextOf = (node: ScenarioNode): string[] => Object.values(node.next)

function faultsOfKeys(nodes: readonly ScenarioNode[]): Faults {
  const first = new Map<string, number>()
  const faults: Faults = {}
  nodes.forEach(({ key }, at) => {
    if (first.has(key)) faults[`nodes.${at}.key`] = 'Another node has this key. Keys must differ.'
    else first.set(key, at)
  })
  return faults
}

function faultsOfTriggers(nodes: readonly ScenarioNode[], shapeOf: ShapeOf): Faults {
  const places = nodes.flatMap((node, at) => (shapeOf(node)?.category === 'trigger' ? [at] : []))
  if (places.length === 0) return { nodes: 'A scenario begins with a trigger. Add one.' }
  return Object.fromEntries(
    places.slice(1).map((at) => [`nodes.${at}.type`, 'A scenario has one trigger. Remove the others.']),
  )
}

/** Every branch leads to a node, and no node has a branch that its type doesn't know. */
function faultsOfBranches(nodes: readonly ScenarioNode[], shapeOf: ShapeOf): Faults {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const faults: Faults = {}
  nodes.forEach((node, at) => {
    const shape = shapeOf(node)
    if (!shape) return
    for (const branch of shape.branches) {
      const path = `nodes.${at}.next.${branch}`
      const next = node.next[branch]
      const target = next === undefined ? undefined : byKey.get(next)
      if (next === undefined) faults[path] = 'Connect this branch to a node. Branches end with End.'
      else if (!target) faults[path] = 'This node no longer exists. Choose another one.'
      else if (shapeOf(target)?.category === 'trigger') faults[path] = 'Nothing can lead to the trigger.'
    }
    for (const branch of Object.keys(node.next)) {
      if (!shape.branches.includes(branch)) {
        faults[`nodes.${at}.next.${branch}`] = 'This node has no such branch. Remove it.'
      }
    }
  })
  return faults
}

/** Walks the graph without recursion: it may be as deep as it has nodes. */
function reachedFrom(start: string, byKey: ReadonlyMap<string, ScenarioNode>): Set<string> {
  const reached = new Set<string>([start])
  const open = [start]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const next of nextOf(byKey.get(key) ?? { key, type: '', settings: {}, next: {} })) {
      if (reached.has(next) || !byKey.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}

/** The nodes that are left when nodes without an arrow to them are taken away, again and again: those of cycles. */
function nodesOfCycles(
  nodes: readonly ScenarioNode[],
  byKey: ReadonlyMap<string, ScenarioNode>,
): Set<string> {
  const incoming = new Map(nodes.map(({ key }) => [key, 0]))
  for (const node of nodes) {
    for (const next of nextOf(node)) incoming.set(next, (incoming.get(next) ?? 0) + 1)
  }
  const free = nodes.flatMap(({ key }) => (incoming.get(key) === 0 ? [key] : []))
  const left = new Set(byKey.keys())
  for (let key = free.pop(); key !== undefined; key = free.pop()) {
    left.delete(key)
    for (const next of nextOf(byKey.get(key) as ScenarioNode)) {
      const count = (incoming.get(next) ?? 0) - 1
      incoming.set(next, count)
      if (count === 0 && byKey.has(next)) free.push(next)
    }
  }
  return left
}

/** One of the cycles among nodes of which each is in a cycle or behind one, as the keys in their order. */
function cycleAmong(left: ReadonlySet<string>, byKey: ReadonlyMap<string, ScenarioNode>): string[] {
  // Going backwards stays among them: each has an arrow from another one.
  const before = new Map<string, string>()
  for (const key of left) {
    for (const next of nextOf(byKey.get(key) as ScenarioNode)) if (left.has(next)) before.set(next, key)
  }
  const path: string[] = []
  let [key] = left
  while (key !== undefined && !path.includes(key)) {
    path.push(key)
    key = before.get(key)
  }
  const cycle = key === undefined ? [] : path.slice(path.indexOf(key)).toReversed()
  const first = cycle.findIndex((one) => one === [...byKey.keys()].find((known) => cycle.includes(known)))
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}

/**
 * What is wrong with the graph of a scenario, by path: it begins with its only trigger, every node is reached from
 * there, every branch leads on until a node where runs end, and nothing leads back.
 */
export function faultsOfGraph(nodes: readonly ScenarioNode[], shapeOf: ShapeOf): Faults {
  const faults = {
    ...faultsOfKeys(nodes),
    ...faultsOfTriggers(nodes, shapeOf),
    ...faultsOfBranches(nodes, shapeOf),
  }
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const trigger = nodes.find((node) => shapeOf(node)?.category === 'trigger')
  if (!trigger || byKey.size < nodes.length) return faults
  const reached = reachedFrom(trigger.key, byKey)
  nodes.forEach(({ key }, at) => {
    if (!reached.has(key)) faults[`nodes.${at}.key`] = 'Nothing leads to this node. Connect it or remove it.'
  })
  const [first, ...others] = cycleAmong(nodesOfCycles(nodes, byKey), byKey)
  if (first !== undefined) {
    const at = nodes.findIndex(({ key }) => key === first)
    const way = [first, ...others, first].map((key) => `“${key}”`).join(' leads to ')
    faults[`nodes.${at}.next`] = `The scenario contains a loop: ${way}. Let one of them lead to End.`
  }
  return faults
}
