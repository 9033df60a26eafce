import type { Scenario } from '@steward/contracts/scenario/scenario'
import { useSearchParams } from '../../../components/search-params.ts'
import { executionWords } from '../editor/node-text.ts'
import { runLists } from './run-lists.ts'

/** How many records were at a node, by what became of them; each number opens the list. */
export function NodeRuns({ node }: { node: Scenario['nodes'][number] }) {
  const [, change] = useSearchParams()
  const { summary } = node.executions
  return (
    <section aria-label="Records" className="flex flex-col gap-1">
      <h3 className="font-medium">Records</h3>
      <ul className="divide-y divide-line border-y border-line">
        {runLists.map(({ value, statuses }) => (
          <li key={value}>
            <button
              type="button"
              className="flex min-h-8 w-full items-center justify-between px-1 text-left hover:bg-hover"
              onClick={() => change({ node: node.nodeId, list: value })}
            >
              <span>{executionWords[statuses[0]]}</span>
              <span className="tabular font-medium">
                {statuses.reduce((sum, status) => sum + summary[status], 0).toLocaleString()}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
