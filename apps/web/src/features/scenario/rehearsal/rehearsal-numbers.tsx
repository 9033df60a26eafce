import { useMemo } from 'react'
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
      <NodeTable scenario={scenario} rehearsal={rehearsal} />
    </section>
  )
}

function NodeTable({ scenario, rehearsal }: RehearsalNumbersProps) {
  const labelOf = useTypeLabels()
  const settings = useMemo(() => scenario.nodes.map((node) => node.settings), [scenario])
  const words = useNodeWords(levelOf(scenario.formData.level as LevelName), settings)
  const counts = useMemo(() => countsByNode(rehearsal.counts), [rehearsal])
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-xl text-left">
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
          {scenario.nodes.map((node) => (
            <tr key={node.key} className="border-b border-line">
              <th scope="row" className="max-w-0 truncate py-1.5 pr-4 font-normal">
                <span className="font-medium">{labelOf(node.type)}</span>{' '}
                {node.type !== endType && <span className="text-2">{summaryOf(node, { words })}</span>}
              </th>
              {columns.map(([label, status]) => (
                <td key={label} className="tabular py-1.5 text-right">
                  {(counts.get(node.key)?.get(status) ?? 0).toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
