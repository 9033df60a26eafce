import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { useCan } from '../../../api/can.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { counted } from '../node/words.ts'
import { scenarioMovesQuery } from '../scenario.calls.ts'
import { ExecutionList } from './execution-list.tsx'
import { MoveDialog } from './move.dialog.tsx'
import { countMoves } from './move.rules.ts'
import { runLists, type RunList } from './run-lists.ts'

type RunsDrawerProps = { scenario: Scenario; labelOf: (type: string) => string }

/** What happened to records at the node that the address names. */
export function RunsDrawer({ scenario, labelOf }: RunsDrawerProps) {
  const [search, change] = useSearchParams()
  const node = scenario.nodes.find(({ nodeId }) => nodeId === search['node'])
  if (!node) return null
  const close = () => change({ node: undefined, list: undefined })
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && close()}
      title={`${labelOf(node.type)}: records`}
      width={560}
    >
      <EarlierRecords scenario={scenario} />
      <Lists
        node={node}
        scenario={scenario}
        list={runLists.find(({ value }) => value === search['list'])?.value ?? 'failed'}
        onList={(list) => change({ list }, { replace: true })}
      />
    </Drawer>
  )
}

/** Says how many records are in earlier versions, from which they can be moved. */
function EarlierRecords({ scenario: { scenarioId, formData } }: { scenario: Scenario }) {
  const { data } = useQuery(scenarioMovesQuery(scenarioId))
  const [isOpen, setOpen] = useState(false)
  const may = useCan()
  const all = data ? countMoves(data).all : 0
  return (
    <>
      {all > 0 && may('scenario.edit') && (
        <div className="mb-3 flex items-center justify-between gap-3 rounded-control bg-accent-soft px-3 py-2">
          <p>{counted(all, 'record')} in earlier versions of this scenario</p>
          <Button size="sm" onClick={() => setOpen(true)}>
            Move records…
          </Button>
        </div>
      )}
      {isOpen && <MoveDialog scenarioId={scenarioId} name={formData.name} onClose={() => setOpen(false)} />}
    </>
  )
}

type ListsProps = {
  node: Scenario['nodes'][number]
  scenario: Scenario
  list: RunList
  onList: (list: RunList) => void
}

function Lists({ node, scenario, list, onList }: ListsProps) {
  const [isAttended, setAttended] = useState(false)
  const { summary } = node.executions
  const chosen = runLists.find(({ value }) => value === list) ?? runLists[0]
  if (!chosen) return null
  const [open, attended] = chosen.statuses
  const status = isAttended && attended ? attended : open
  return (
    <Tabs<RunList>
      label="Lists"
      dense
      value={list}
      onChange={onList}
      tabs={runLists.map(({ value, label, statuses }) => ({ value, label, count: summary[statuses[0]] }))}
    >
      {attended && (
        <div className="py-3">
          <Switch label="Show dismissed" checked={isAttended} onCheckedChange={setAttended} />
        </div>
      )}
      <ExecutionList
        key={status}
        node={node}
        scenario={scenario}
        status={status}
        none={isAttended && attended ? 'Nothing was dismissed here' : chosen.none}
      />
    </Tabs>
  )
}
