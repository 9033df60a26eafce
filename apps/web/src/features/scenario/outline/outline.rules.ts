import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { Branch } from '../node/node-kind.ts'
import { nodeOf, type Exit, type Nodes } from '../editor/graph.rules.ts'

/** A line of the outline: a node, the beginning of one of several branches, or where branches meet again. */
export interface OutlineRow {
  id: string
  kind: 'node' | 'branch' | 'link'
  /** From 1. */
  depth: number
  node: ScenarioNode
  branch?: Branch
  /** The way out that leads here; none for the trigger. */
  exit?: Exit
}

type Open = { key: string; depth: number; exit?: Exit } | { row: OutlineRow }

/** The scenario as nested lines: nodes follow each other, branches are below the node that has them. */
export function outlineOf(nodes: Nodes, branchesOf: (node: ScenarioNode) => readonly Branch[]): OutlineRow[] {
  const [first] = nodes
  const rows: OutlineRow[] = []
  const seen = new Set<string>()
  const open: Open[] = first ? [{ key: first.key, depth: 1 }] : []
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if ('row' in at) {
      rows.push(at.row)
      continue
    }
    const { key, depth, exit } = at
    const node = nodeOf(nodes, key)
    if (!node) continue
    if (seen.has(key)) {
      rows.push({ id: `link ${exit?.key} ${exit?.branch}`, kind: 'link', depth, node, ...(exit && { exit }) })
      continue
    }
    seen.add(key)
    rows.push({ id: key, kind: 'node', depth, node, ...(exit && { exit }) })
    open.push(...following(node, depth, branchesOf(node)).toReversed())
  }
  return rows
}

function following(node: ScenarioNode, depth: number, branches: readonly Branch[]): Open[] {
  const isFork = branches.length > 1
  return branches.flatMap((branch): Open[] => {
    const exit = { key: node.key, branch: branch.key }
    const target = node.next[branch.key]
    const row = {
      id: `${node.key} ${branch.key}`,
      kind: 'branch' as const,
      depth: depth + 1,
      node,
      branch,
      exit,
    }
    const after = target === undefined ? [] : [{ key: target, depth: isFork ? depth + 2 : depth, exit }]
    return isFork ? [{ row }, ...after] : after
  })
}

/** The place that a key of a tree goes to from a line; undefined for another key. */
export function movedTo(rows: readonly OutlineRow[], at: number, key: string): number | undefined {
  const last = rows.length - 1
  const depth = rows[at]?.depth ?? 1
  const below = rows[at + 1]
  const above = rows.findLastIndex((row, place) => place < at && row.depth < depth)
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    ArrowLeft: above < 0 ? at : above,
    ArrowRight: below && below.depth > depth ? at + 1 : at,
    Home: 0,
    End: last,
  }
  return moves[key]
}
