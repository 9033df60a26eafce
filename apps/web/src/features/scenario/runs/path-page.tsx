import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { PathStep } from '@steward/contracts/scenario/path'
import { AppLink } from '../../../components/app-link.tsx'
import { useNarrow } from '../../../components/narrow.ts'
import { PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Toolbar } from '../../../components/toolbar.tsx'
import { paths } from '../../../paths.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { GraphArea } from '../editor/graph-area.tsx'
import { nodeOf, type Nodes } from '../editor/graph.rules.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { useTypeCategories, useTypeLabels } from '../editor/node-picker.tsx'
import { NodeSentence } from '../editor/node-sentence.tsx'
import { executionWords, stepText, summaryOf } from '../editor/node-text.ts'
import { noProblems } from '../editor/problems.rules.ts'
import { SidePanel } from '../editor/side-panel.tsx'
import type { GraphMode } from '../editor/graph-mode.ts'
import { useGraphMode } from '../editor/use-graph-mode.ts'
import { useNodeWords } from '../node/use-node-words.ts'
import { scenariosStep } from '../scenario-words.ts'

type PathPageProps = {
  scenario: { id: number; name: string; level: LevelName }
  record: { id: number; name: string | null }
  nodes: Nodes
  steps: readonly PathStep[]
  /** Beside the name of the record. */
  aside?: ReactNode
  /** When it was, in words. */
  when: ReactNode
}

const nothing = () => undefined

function usePathView(
  { scenario, nodes, steps }: PathPageProps,
  selected: string | null,
  onSelect: (key: string) => void,
) {
  const settings = useMemo(() => nodes.map((node) => node.settings), [nodes])
  const words = useNodeWords(levelOf(scenario.level), settings)
  const labelOf = useTypeLabels()
  const categoryOf = useTypeCategories()
  return useMemo(
    (): GraphView => ({
      nodes,
      words,
      labelOf,
      categoryOf,
      problems: noProblems,
      counts: undefined,
      path: new Map(steps.map((step) => [step.nodeKey, step])),
      selected,
      isEditable: false,
      onSelect,
      onAdd: nothing,
      onRemove: nothing,
    }),
    [nodes, words, labelOf, categoryOf, steps, selected, onSelect],
  )
}

const modes = [
  { value: 'canvas' as GraphMode, label: 'Canvas' },
  { value: 'outline' as GraphMode, label: 'Outline' },
]

/** The way of a record, drawn on the nodes of a scenario. */
export function PathPage(props: PathPageProps) {
  const { scenario, record, aside, when } = props
  const [selected, setSelected] = useState<string | null>(null)
  const [mode, setMode] = useGraphMode()
  const isNarrow = useNarrow()
  const onSelect = useCallback((key: string) => setSelected(key), [])
  const view = usePathView(props, selected, onSelect)
  const name = record.name ?? `Deleted record ${record.id}`
  const level = levelOf(scenario.level)
  return (
    <PageFrame title={`${name} in ${scenario.name}`} route="scenario">
      <PageHeader
        title={name}
        breadcrumb={[scenariosStep, { label: scenario.name, to: paths.scenario(scenario.id) }]}
        aside={aside}
      />
      <Toolbar
        end={
          record.name !== null && (
            <AppLink
              to={paths.record(level.plural, record.id)}
              className="rounded-chip text-label text-accent-text hover:underline"
            >
              Open {level.name}
            </AppLink>
          )
        }
      >
        {!isNarrow && <Segmented label="View" value={mode} options={modes} onChange={setMode} />}
        <div className="flex min-w-0 items-center gap-2 text-label text-2">{when}</div>
      </Toolbar>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1">
          <GraphArea mode={mode} view={view} />
        </div>
        {selected !== null && <StepPanel nodeKey={selected} view={view} onClose={() => setSelected(null)} />}
      </div>
    </PageFrame>
  )
}

function StepPanel({ nodeKey, view, onClose }: { nodeKey: string; view: GraphView; onClose: () => void }) {
  const node = nodeOf(view.nodes, nodeKey)
  if (!node) return null
  const step = view.path?.get(nodeKey)
  return (
    <SidePanel title={view.labelOf(node.type)} subject={nodeKey} onClose={onClose}>
      <NodeSentence text={summaryOf(node, view)} />
      {step ? (
        <>
          <p className="font-medium">{executionWords[step.status]}</p>
          <p>{stepText(step)}</p>
          {step.effect && <p>{step.effect}</p>}
          {step.reason && <p className="text-2">{step.reason}</p>}
        </>
      ) : (
        <p className="text-2">The record was not here.</p>
      )}
    </SidePanel>
  )
}
