import { useState } from 'react'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { useSearchParams } from '../../../components/search-params.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ExecutionList } from './execution-list.tsx'
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
      <Lists
        node={node}
        scenario={scenario}
        list={runLists.find(({ value }) => value === search['list'])?.value ?? 'failed'}
        onList={(list) => change({ list }, { replace: true })}
      />
    </Drawer>
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
