import { useCallback, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { RunPath } from '@steward/contracts/scenario/run'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { momentText } from '../../../components/moment-text.ts'
import { useNarrow } from '../../../components/narrow.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Toolbar } from '../../../components/toolbar.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { GraphArea } from '../editor/graph-area.tsx'
import { nodeOf } from '../editor/graph.rules.ts'
import type { GraphView, PathStep } from '../editor/graph-view.ts'
import { useTypeCategories, useTypeLabels } from '../editor/node-picker.tsx'
import { executionWords, stepText, summaryOf } from '../editor/node-text.ts'
import { noProblems } from '../editor/problems.rules.ts'
import { SidePanel } from '../editor/side-panel.tsx'
import { useGraphMode, type GraphMode } from '../editor/use-graph-mode.ts'
import { useNodeWords } from '../node/use-node-words.ts'
import { runPathQuery } from '../scenario.calls.ts'
import { runTones, runWords, scenariosStep } from '../scenario-words.ts'

/** The way of a record through a scenario, drawn on the version that it is in. */
export function RunPathView({ runId }: { runId: number }) {
  const { data, error, refetch } = useQuery(runPathQuery(runId))
  if (data) return <PathPage path={data} />
  return (
    <PageFrame title="Path" route="scenario">
      <PageHeader title="Path" breadcrumb={[scenariosStep]} />
      <PageContent>
        {error ? (
          <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-6 h-64" />
        )}
      </PageContent>
    </PageFrame>
  )
}

function stepsOf({ steps, nodes }: RunPath): Map<string, PathStep> {
  const keys = new Map(nodes.map(({ nodeId, key }) => [nodeId, key]))
  return new Map(
    steps.map(({ nodeId, status, at, wakesAt, reason }) => [
      keys.get(nodeId) ?? '',
      { status, at, wakesAt, reason },
    ]),
  )
}

const nothing = () => undefined

function usePathView(path: RunPath, selected: string | null, onSelect: (key: string) => void): GraphView {
  const nodes = useMemo(
    () => path.nodes.map(({ key, type, settings, next }) => ({ key, type, settings, next })),
    [path],
  )
  const settings = useMemo(() => nodes.map((node) => node.settings), [nodes])
  const words = useNodeWords(levelOf(path.record.level as LevelName), settings)
  const labelOf = useTypeLabels()
  const categoryOf = useTypeCategories()
  const steps = useMemo(() => stepsOf(path), [path])
  return useMemo(
    () => ({
      nodes,
      words,
      labelOf,
      categoryOf,
      problems: noProblems,
      counts: undefined,
      path: steps,
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

function PathPage({ path }: { path: RunPath }) {
  const [selected, setSelected] = useState<string | null>(null)
  const [mode, setMode] = useGraphMode()
  const isNarrow = useNarrow()
  const onSelect = useCallback((key: string) => setSelected(key), [])
  const view = usePathView(path, selected, onSelect)
  const { record, state, name, scenarioId } = path
  const recordName = record.name ?? `Deleted record ${record.id}`
  const { plural } = levelOf(record.level as LevelName)
  return (
    <PageFrame title={`${recordName} in ${name}`} route="scenario">
      <PageHeader
        title={recordName}
        breadcrumb={[scenariosStep, { label: name, to: paths.scenario(scenarioId) }]}
        aside={<Badge tone={runTones[state]}>{runWords[state]}</Badge>}
      />
      <Toolbar
        end={
          record.name !== null && (
            <AppLink
              to={paths.record(plural, record.id)}
              className="text-label text-accent-text hover:underline"
            >
              Open {record.level}
            </AppLink>
          )
        }
      >
        {!isNarrow && <Segmented label="View" value={mode} options={modes} onChange={setMode} />}
        <p className="truncate text-label text-2">
          Entered {momentText(path.enteredAt)} · Version {path.version}
        </p>
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
      <p className="rounded-control bg-accent-soft px-3 py-2 text-accent-text">{summaryOf(node, view)}.</p>
      {step ? (
        <>
          <p className="font-medium">{executionWords[step.status]}</p>
          <p>{stepText(step)}</p>
          {step.reason && <p className="text-2">{step.reason}</p>}
        </>
      ) : (
        <p className="text-2">The record was not here.</p>
      )}
    </SidePanel>
  )
}
