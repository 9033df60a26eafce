import { useMemo, type ReactNode } from 'react'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { ExecutionStatus } from '@steward/contracts/plain/scenario'
import type { Rehearsal } from '@steward/contracts/scenario/rehearsal'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { formatDay } from '../../../ui/day-text.ts'
import { useTypeLabels } from '../editor/node-picker.tsx'
import { endType } from '../editor/graph.rules.ts'
import { summaryOf } from '../editor/node-text.ts'
import { useNodeWords } from '../node/use-node-words.ts'
import { counted } from '../node/words.ts'
import { countsByNode } from './rehearsal.rules.ts'

type RehearsalNumbersProps = { scenario: Scenario; rehearsal: Rehearsal }

const columns: readonly [string, ExecutionStatus][] = [
  ['Completed', 'completed'],
  ['Rejected', 'rejected'],
  ['Skipped', 'unattended_skip'],
  ['Failed', 'unattended_failure'],
  ['Waiting', 'in_progress'],
]

/** What a rehearsal comes to, as numbers: in all, and by node. */
export function RehearsalNumbers({ scenario, rehearsal }: RehearsalNumbersProps) {
  const { days, entered, actions, ceilings } = rehearsal
  const { actionsPerDay } = scenario.formData
  return (
    <section aria-label="Numbers" className="flex flex-col gap-3">
      <p className="text-lead">
        In the last {counted(days, 'day')}, {counted(entered, 'record')} would have entered, and{' '}
        {counted(actions, 'action')} would have been taken.
      </p>
      {ceilings.length > 0 && actionsPerDay !== null && (
        <p className="text-average">
          The limit of {actionsPerDay.toLocaleString()} actions per day would have paused the scenario on{' '}
          {counted(ceilings.length, 'day')}, first on {formatDay(ceilings[0]?.day ?? '')}.
        </p>
      )}
      <Nodes scenario={scenario} rehearsal={rehearsal} />
    </section>
  )
}

interface NodeNumbers {
  key: string
  label: string
  /** The action of the node in words; null at an end. */
  summary: ReactNode
  counts: ReadonlyMap<ExecutionStatus, number>
}

const none: NodeNumbers['counts'] = new Map()

/** The records by node: a table, or a list where there is no room for its columns. */
function Nodes({ scenario, rehearsal }: RehearsalNumbersProps) {
  const labelOf = useTypeLabels()
  const settings = useMemo(() => scenario.nodes.map((node) => node.settings), [scenario])
  const words = useNodeWords(levelOf(scenario.formData.level as LevelName), settings)
  const counts = useMemo(() => countsByNode(rehearsal.counts), [rehearsal])
  const nodes = scenario.nodes.map((node): NodeNumbers => ({
    key: node.key,
    label: labelOf(node.type),
    summary: node.type === endType ? null : summaryOf(node, { words }),
    counts: counts.get(node.key) ?? none,
  }))
  return (
    <>
      <NodeTable nodes={nodes} />
      <NodeList nodes={nodes} />
    </>
  )
}

/** On phones: a node, and below it the numbers that are not 0. */
function NodeList({ nodes }: { nodes: readonly NodeNumbers[] }) {
  return (
    <ul aria-label="Records by node" className="divide-y divide-line border-y border-line min-[30rem]:hidden">
      {nodes.map(({ key, label, summary, counts }) => {
        const shown = columns.filter(([, status]) => counts.get(status))
        return (
          <li key={key} className="flex flex-col gap-1 py-2">
            <p className="wrap-anywhere">
              <span className="font-medium">{label}</span> <span className="text-2">{summary}</span>
            </p>
            <p className="tabular flex flex-wrap gap-x-3 text-label text-2">
              {shown.length === 0
                ? 'No records'
                : shown.map(([name, status]) => (
                    <span key={status}>
                      {name}{' '}
                      <span className="font-medium text-1">{counts.get(status)?.toLocaleString()}</span>
                    </span>
                  ))}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function NodeTable({ nodes }: { nodes: readonly NodeNumbers[] }) {
  return (
    <div className="overflow-x-auto max-[30rem]:hidden">
      <table className="w-full min-w-2xl text-left">
        <caption className="hidden-text">Records by node</caption>
        <thead>
          <tr className="border-b border-line text-label text-2">
            <th scope="col" className="py-1.5 pr-4 font-medium">
              Node
            </th>
            {columns.map(([label]) => (
              <th key={label} scope="col" className="w-24 py-1.5 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ key, label, summary, counts }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="max-w-0 truncate py-1.5 pr-4 font-normal">
                <span className="font-medium">{label}</span> <span className="text-2">{summary}</span>
              </th>
              {columns.map(([name, status]) => (
                <td key={name} className="tabular py-1.5 text-right">
                  {(counts.get(status) ?? 0).toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
