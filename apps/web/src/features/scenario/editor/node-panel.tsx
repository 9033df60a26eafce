import { IconTrash } from '@tabler/icons-react'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { ScenarioProblem } from '@steward/contracts/scenario/check'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { branchesOf, kindOf } from '../node/node-kinds.ts'
import { endType, nodeOf, targetsOf } from './graph.rules.ts'
import type { GraphView } from './graph-view.ts'
import { useNodeTypes } from './node-picker.tsx'
import { NodeSentence } from './node-sentence.tsx'
import { summaryOf } from './node-text.ts'
import { faultAt } from './problems.rules.ts'
import type { DraftActs } from './use-scenario-draft.ts'

const noProblems: readonly ScenarioProblem[] = []

type NodePanelProps = {
  node: ScenarioNode
  view: GraphView
  acts: DraftActs
  onRemove: () => void
  onTrigger: (type: string) => void
}

/** What a node says, and its settings while the scenario is edited. */
export function NodePanel(props: NodePanelProps) {
  const { node, view } = props
  return (
    <>
      <NodeSentence text={summaryOf(node, view)} />
      {view.isEditable && <NodeForm {...props} />}
    </>
  )
}

function NodeForm({ node, view, acts, onRemove, onTrigger }: NodePanelProps) {
  const { Panel } = kindOf(node.type)
  const problems = view.problems.byNode.get(node.key) ?? noProblems
  const isTrigger = node === view.nodes[0]
  // What no field of the form shows.
  const ofNode = problems.find(({ path }) => !path.startsWith('settings.'))?.message ?? null
  return (
    <>
      <FormAlert text={ofNode} />
      {isTrigger && <TriggerField node={node} view={view} onTrigger={onTrigger} />}
      {Panel && (
        <Panel
          settings={node.settings}
          words={view.words}
          fault={(path) => faultAt(problems, path)}
          onChange={(change) => acts.setSettings(node.key, change)}
        />
      )}
      {node.type !== endType && <NextFields node={node} view={view} acts={acts} />}
      {!isTrigger && node.type !== endType && (
        <Button className="self-start" icon={<IconTrash aria-hidden />} onClick={onRemove}>
          Remove node
        </Button>
      )}
    </>
  )
}

function TriggerField({ node, view, onTrigger }: Pick<NodePanelProps, 'node' | 'view' | 'onTrigger'>) {
  const triggers = useNodeTypes(view.words.level).filter(({ category }) => category === 'trigger')
  return (
    <Field label="Trigger">
      <Select<string>
        value={node.type}
        options={triggers.map(({ type, label }) => ({ value: type, label }))}
        onChange={(next) => next && next !== node.type && onTrigger(next)}
      />
    </Field>
  )
}

/** Which node comes next, by branch: also one that another branch leads to. */
function NextFields({ node, view, acts }: Pick<NodePanelProps, 'node' | 'view' | 'acts'>) {
  const targets = targetsOf(view.nodes, node.key).map((target) => ({
    value: target.key,
    label: [view.labelOf(target.type), summaryOf(target, view)].filter(Boolean).join(': '),
  }))
  const options = [{ value: endType, label: view.labelOf(endType) }, ...targets]
  return branchesOf(node).map(({ key, label }) => {
    const next = nodeOf(view.nodes, node.next[key] ?? '')
    const value = next?.type === endType ? endType : (next?.key ?? null)
    return (
      <Field key={key} label={label ? `${label}, then` : 'Then'}>
        <Select<string>
          value={value}
          options={options}
          onChange={(target) =>
            target &&
            target !== value &&
            acts.connect({ key: node.key, branch: key }, target === endType ? null : target)
          }
        />
      </Field>
    )
  })
}
