import type { Scenario } from '@steward/contracts/scenario/scenario'
import { NodeRuns } from '../runs/node-runs.tsx'
import { nodeOf } from './graph.rules.ts'
import type { GraphView } from './graph-view.ts'
import { NodePanel } from './node-panel.tsx'
import { ScenarioFacts } from './scenario-facts.tsx'
import { ScenarioFields } from './scenario-fields.tsx'
import { SidePanel } from './side-panel.tsx'
import type { Shown } from './scenario-editor.tsx'
import type { useScenarioDraft } from './use-scenario-draft.ts'

type EditorPanelProps = {
  shown: NonNullable<Shown>
  scenario: Scenario | undefined
  edit: ReturnType<typeof useScenarioDraft>
  view: GraphView
  /** Whether a missing name is shown as a fault. */
  asksName: boolean
  onNameLeft: () => void
  onShow: (shown: Shown) => void
  onClose: () => void
}

/** What is beside the graph. */
export function EditorPanel(props: EditorPanelProps) {
  const { shown, scenario, edit, view, asksName, onNameLeft, onClose } = props
  if (shown !== 'scenario') return <NodeSide {...props} nodeKey={shown.node} />
  return (
    <SidePanel title="Settings" subject="scenario" onClose={onClose}>
      {view.isEditable ? (
        <ScenarioFields
          form={edit.draft.form}
          isNew={scenario === undefined}
          problems={view.problems.other}
          asksName={asksName}
          onNameLeft={onNameLeft}
          onChange={edit.acts.setForm}
        />
      ) : (
        <ScenarioFacts form={edit.draft.form} />
      )}
    </SidePanel>
  )
}

function NodeSide({
  nodeKey,
  scenario,
  edit,
  view,
  onShow,
  onClose,
}: EditorPanelProps & { nodeKey: string }) {
  const node = nodeOf(view.nodes, nodeKey)
  if (!node) return null
  const saved = scenario?.nodes.find(({ key }) => key === nodeKey)
  return (
    <SidePanel title={view.labelOf(node.type)} subject={nodeKey} onClose={onClose}>
      <NodePanel
        // Undo changes what is in the fields.
        key={`${nodeKey} ${edit.revision}`}
        node={node}
        view={view}
        acts={edit.acts}
        onRemove={() => {
          onClose()
          view.onRemove(nodeKey)
        }}
        onTrigger={(type) => onShow({ node: edit.acts.setTrigger(type) })}
      />
      {saved && view.counts && <NodeRuns node={saved} />}
    </SidePanel>
  )
}
