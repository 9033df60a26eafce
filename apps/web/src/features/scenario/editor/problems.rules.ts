import type { ScenarioProblem } from '@steward/contracts/scenario/check'
import type { Nodes } from './graph.rules.ts'

/** What is wrong with a scenario: with each node by its key, by path below the node, and with the rest. */
export interface Problems {
  byNode: ReadonlyMap<string, readonly ScenarioProblem[]>
  other: readonly ScenarioProblem[]
}

export const noProblems: Problems = { byNode: new Map(), other: [] }

const nodePath = /^nodes\.(\d+)\.(.+)$/

/** Sorts what is wrong by node; the paths name nodes by their place among those that were sent. */
export function groupProblems(problems: readonly ScenarioProblem[], nodes: Nodes): Problems {
  const byNode = new Map<string, ScenarioProblem[]>()
  const other: ScenarioProblem[] = []
  for (const problem of problems) {
    const { path } = problem
    const [, at, below = ''] = nodePath.exec(path) ?? []
    const key = at === undefined ? undefined : nodes[Number(at)]?.key
    if (key === undefined) other.push(problem)
    else byNode.set(key, [...(byNode.get(key) ?? []), { ...problem, path: below }])
  }
  return { byNode, other }
}

export const countProblems = ({ byNode, other }: Problems): number =>
  [...byNode.values()].reduce((sum, some) => sum + some.length, other.length)

/** How many problems keep a scenario from being saved, and not only from being activated. */
export const countFaults = ({ byNode, other }: Problems): number =>
  [...other, ...[...byNode.values()].flat()].filter(({ onlyActivation }) => onlyActivation !== true).length

/** What is wrong at a path of the settings of a node, or below it. */
export function faultAt(problems: readonly ScenarioProblem[], path: string): string | undefined {
  const wanted = `settings.${path}`
  return problems.find((one) => one.path === wanted || one.path.startsWith(`${wanted}.`))?.message
}
