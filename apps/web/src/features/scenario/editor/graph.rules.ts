import type { ScenarioNode } from '@steward/contracts/scenario/scenario'

/** The way out of a node of which there may be several. */
export interface Exit {
  key: string
  branch: string
}

export type Nodes = readonly ScenarioNode[]

export const endType = 'end'

export const newKey = (type: string): string => `${type}-${crypto.randomUUID().slice(0, 8)}`

const newEnd = (): ScenarioNode => ({ key: newKey(endType), type: endType, settings: {}, next: {} })

export const nodeOf = (nodes: Nodes, key: string): ScenarioNode | undefined =>
  nodes.find((node) => node.key === key)

/** The nodes that are reached from the first one, in the order of a walk that goes deep first. */
function reached(nodes: Nodes): ScenarioNode[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const found = new Map<string, ScenarioNode>()
  const open = nodes.slice(0, 1).map(({ key }) => key)
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const node = byKey.get(key)
    if (!node || found.has(key)) continue
    found.set(key, node)
    open.push(...Object.values(node.next).toReversed())
  }
  return [...found.values()]
}

/** The node with the ways out that it has by now: new ones lead to an end of their own. */
function withBranches(node: ScenarioNode, branches: readonly string[]): ScenarioNode[] {
  const ends: ScenarioNode[] = []
  const next = branches.map((branch): [string, string] => {
    const target = node.next[branch]
    if (target !== undefined) return [branch, target]
    const end = newEnd()
    ends.push(end)
    return [branch, end.key]
  })
  return [{ ...node, next: Object.fromEntries(next) }, ...ends]
}

/** The nodes with one of them replaced; what nothing leads to any more is gone. */
function replaced(nodes: Nodes, key: string, by: (node: ScenarioNode) => readonly ScenarioNode[]): Nodes {
  return reached(nodes.flatMap((node) => (node.key === key ? by(node) : [node])))
}

/** A node without its ways out. */
export type NewNode = Pick<ScenarioNode, 'key' | 'type' | 'settings'>

/** A scenario that begins with a trigger; one that has a trigger gets the other in its place. */
export function withTrigger(nodes: Nodes, trigger: NewNode): Nodes {
  const [first, ...rest] = nodes
  if (first) return [{ ...trigger, next: first.next }, ...rest]
  const end = newEnd()
  return [{ ...trigger, next: { next: end.key } }, end]
}

/** Puts a node into a way out. What came there before follows the first branch of the new node. */
export function inserted(
  nodes: Nodes,
  { key, branch }: Exit,
  added: NewNode,
  branches: readonly string[],
): Nodes {
  const after = nodeOf(nodes, key)?.next[branch]
  const [first] = branches
  const next = first !== undefined && after !== undefined ? { [first]: after } : {}
  const grown = withBranches({ ...added, next }, branches)
  return replaced([...nodes, ...grown], key, (node) => [
    { ...node, next: { ...node.next, [branch]: added.key } },
  ])
}

/** Takes a node out. What came before it leads on to what followed its first branch. */
export function removed(nodes: Nodes, key: string): Nodes {
  const [after] = Object.values(nodeOf(nodes, key)?.next ?? {})
  if (after === undefined) return nodes
  const linked = nodes.map((node) => ({
    ...node,
    next: Object.fromEntries(
      Object.entries(node.next).map(([branch, target]) => [branch, target === key ? after : target]),
    ),
  }))
  return reached(linked)
}

/** The ways out that a node keeps: where all have other names now, the first one leads where the first one led. */
function carriedOver({ next }: ScenarioNode, branches: readonly string[]): ScenarioNode['next'] {
  const [after] = Object.values(next)
  const [first] = branches
  if (first === undefined || after === undefined || branches.some((branch) => branch in next)) return next
  return { [first]: after }
}

export const withSettings = (
  nodes: Nodes,
  key: string,
  settings: ScenarioNode['settings'],
  branches: readonly string[],
): Nodes =>
  replaced(nodes, key, (node) =>
    withBranches({ ...node, settings, next: carriedOver(node, branches) }, branches),
  )

/** Lets a way out lead to another node; to an end of its own without one. */
export function connected(nodes: Nodes, { key, branch }: Exit, target: string | null): Nodes {
  const end = target === null ? [newEnd()] : []
  return replaced([...nodes, ...end], key, (node) => [
    { ...node, next: { ...node.next, [branch]: target ?? (end[0] as ScenarioNode).key } },
  ])
}

/** The nodes from which a node is reached, and itself: a way back to one of them would be a circle. */
function above(nodes: Nodes, key: string): Set<string> {
  const found = new Set([key])
  const open = [key]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const node of nodes) {
      if (found.has(node.key) || !Object.values(node.next).includes(at)) continue
      found.add(node.key)
      open.push(node.key)
    }
  }
  return found
}

/** The nodes that a way out of a node may lead to: none from which the node is reached. */
export function targetsOf(nodes: Nodes, key: string): ScenarioNode[] {
  const ancestors = above(nodes, key)
  return nodes.filter((node, at) => at > 0 && node.type !== endType && !ancestors.has(node.key))
}

/** How many nodes besides those that were to go are gone after a change; ends don't count. */
export const lostWith = (before: Nodes, after: Nodes, expected: number): number =>
  Math.max(0, before.filter(({ key, type }) => type !== endType && !nodeOf(after, key)).length - expected)
