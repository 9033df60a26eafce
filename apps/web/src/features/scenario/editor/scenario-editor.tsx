import { useCallback, useMemo, useState } from 'react'
import { levelOf } from '@steward/contracts/level'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { useCan } from '../../../api/can.ts'
import { PageFrame } from '../../../components/page-frame.tsx'
import { drawNow } from '../../../ui/draw-now.ts'
import { useNodeWords } from '../node/use-node-words.ts'
import { RunsDrawer } from '../runs/runs-drawer.tsx'
import { EditorHeader } from '../frame/editor-header.tsx'
import { EditorPanel } from './editor-panel.tsx'
import { EditorToolbar } from '../frame/editor-toolbar.tsx'
import { EmptyGraph } from './empty-graph.tsx'
import type { Draft } from './draft.rules.ts'
import { nodeOf, type Exit } from './graph.rules.ts'
import { GraphArea } from './graph-area.tsx'
import { focusGraph } from './graph-focus.ts'
import type { GraphView } from './graph-view.ts'
import { NodePicker, useTypeLabels, useTypeCategories } from './node-picker.tsx'
import { ScenarioNotice } from '../frame/scenario-notice.tsx'
import { useGraphMode } from './use-graph-mode.ts'
import { useProblems } from './use-problems.ts'
import { useScenarioDraft } from './use-scenario-draft.ts'

/** What the panel beside the graph shows: a node, or the scenario as a whole. */
export type Shown = { node: string } | 'scenario' | null

type ScenarioEditorProps = {
  scenario: Scenario | undefined
  begun: Draft
  /** Whether what was not saved on an earlier visit comes back. */
  restores: boolean
}

function useCounts(scenario: Scenario | undefined) {
  return useMemo(() => {
    const hasRun = scenario?.nodes.some(({ executions }) => Object.values(executions.summary).some(Boolean))
    if (!scenario || (scenario.status === 'draft' && !hasRun)) return undefined
    return new Map(scenario.nodes.map(({ key, executions }) => [key, executions.summary]))
  }, [scenario])
}

/** What the graph shows and does, from the draft and what the server knows. */
function useGraphView(
  { scenario, begun, restores }: ScenarioEditorProps,
  selected: string | null,
): {
  view: Omit<GraphView, 'onSelect' | 'onAdd'>
  edit: ReturnType<typeof useScenarioDraft>
  isChecked: boolean
} {
  const may = useCan()
  const edit = useScenarioDraft(scenario, begun, restores)
  const { nodes, form } = edit.draft
  const status = scenario?.status ?? 'draft'
  const isEditable = may('scenario.edit') && (status === 'draft' || status === 'inactive')
  const settings = useMemo(() => nodes.map((node) => node.settings), [nodes])
  const words = useNodeWords(levelOf(form.level), settings)
  const labelOf = useTypeLabels()
  const categoryOf = useTypeCategories()
  const { problems, isChecked } = useProblems(edit.draft, isEditable)
  const counts = useCounts(scenario)
  const { remove } = edit.acts
  const view = useMemo(
    () => ({
      nodes,
      words,
      labelOf,
      categoryOf,
      problems,
      counts,
      path: undefined,
      selected,
      isEditable,
      onRemove: remove,
    }),
    [nodes, words, labelOf, categoryOf, problems, counts, selected, isEditable, remove],
  )
  return { view, edit, isChecked }
}

/** Builds a scenario, and shows it at work. */
export function ScenarioEditor(props: ScenarioEditorProps) {
  const { scenario } = props
  const [shown, setShown] = useState<Shown>(scenario ? null : 'scenario')
  // A new scenario has no name yet; that is a fault only once someone wants to be done with it.
  const [asksName, setAsksName] = useState(scenario !== undefined)
  const [adding, setAdding] = useState<{ exit: Exit; anchor: Element } | null>(null)
  const [mode, setMode] = useGraphMode()
  const selected = shown !== null && shown !== 'scenario' ? shown.node : null
  const { view: seen, edit, isChecked } = useGraphView(props, selected)
  const onSelect = useCallback((node: string) => setShown({ node }), [])
  const onAdd = useCallback((exit: Exit, anchor: Element) => setAdding({ exit, anchor }), [])
  const view: GraphView = useMemo(() => ({ ...seen, onSelect, onAdd }), [seen, onSelect, onAdd])
  const { draft, acts } = edit
  const title = draft.form.name.trim() || 'New scenario'

  function showProblem(next: Shown) {
    setAsksName(true)
    setShown(next)
  }

  function add(type: string) {
    if (!adding) return
    // The panel takes the focus before the list closes: the list would return it to the previous node otherwise.
    drawNow(() => onSelect(acts.insert(adding.exit, type)))
    setAdding(null)
  }

  function close() {
    drawNow(() => setShown(null))
    focusGraph(selected !== null && nodeOf(draft.nodes, selected) ? selected : null)
  }

  return (
    <PageFrame title={title} route="scenario">
      <EditorHeader
        title={title}
        scenario={scenario}
        edit={edit}
        view={view}
        isChecked={isChecked}
        onShow={showProblem}
      />
      <EditorToolbar
        mode={mode}
        onMode={setMode}
        scenario={scenario}
        edit={edit}
        view={view}
        isChecked={isChecked}
        onShow={setShown}
        onProblem={showProblem}
      />
      <ScenarioNotice scenario={scenario} edit={edit} />
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          {draft.nodes.length === 0 ? (
            <EmptyGraph view={view} onTrigger={(type) => onSelect(acts.setTrigger(type))} />
          ) : (
            <GraphArea mode={mode} view={view} />
          )}
        </div>
        {shown !== null && (
          <EditorPanel
            shown={shown}
            scenario={scenario}
            edit={edit}
            view={view}
            asksName={asksName}
            onNameLeft={() => setAsksName(true)}
            onShow={setShown}
            onClose={close}
          />
        )}
      </div>
      {adding && (
        <NodePicker
          level={view.words.level}
          anchor={adding.anchor}
          onPick={add}
          onClose={() => setAdding(null)}
        />
      )}
      {scenario && <RunsDrawer scenario={scenario} labelOf={view.labelOf} />}
    </PageFrame>
  )
}
