import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { LevelName } from '@steward/contracts/level'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import type { ExecutionStatus, ScenarioStatus } from '@steward/contracts/plain/scenario'
import type { CheckScenario } from '@steward/contracts/scenario/check'
import type { NodeExecution, ScenarioChanges } from '@steward/contracts/scenario/execution'
import type { ScenarioMoves } from '@steward/contracts/scenario/move'
import type { RecordRun, RunPath } from '@steward/contracts/scenario/path'
import type {
  SaveScenario,
  Scenario,
  ScenarioForm,
  ScenarioNode,
  ScenarioSummary,
} from '@steward/contracts/scenario/scenario'
import { isSessionExpired } from '../../api/api-error.ts'
import { api, send } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'
import { groupProblems, type Problems } from './editor/problems.rules.ts'

/** Of all that is known of scenarios. */
export const scenarioKey = ['scenarios'] as const
const root = '/scenario-management'
const base = `${root}/scenarios`
const byId = (id: number) => ({ params: { path: { id } } })

export interface NodeType {
  type: string
  category: 'trigger' | 'operator' | 'action'
  label: string
  levels: string[]
}

/** What of a scenario is checked while it is edited. */
export interface CheckedDraft {
  formData: Omit<CheckScenario['formData'], 'level'> & { level: LevelName }
  nodes: readonly ScenarioNode[]
}

/** What the list is narrowed to. */
export interface ScenarioView {
  level: LevelName | undefined
  status: ScenarioStatus | undefined
  name: string | undefined
}

export interface ScenarioPage {
  data: ScenarioSummary[]
  totalItemCount: number
}

const pageSize = 100

export function scenariosQuery(view: ScenarioView) {
  return infiniteQueryOptions({
    queryKey: [...scenarioKey, 'list', view],
    queryFn: async ({ signal, pageParam }): Promise<ScenarioPage> => {
      const query = { ...view, page: pageParam, pageSize }
      return (await send(api.GET(base, { params: { query }, signal }))) as ScenarioPage
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * pageSize < last.totalItemCount ? all.length + 1 : null),
    placeholderData: keepPreviousData,
  })
}

export function scenarioQuery(id: number) {
  return queryOptions({
    queryKey: [...scenarioKey, 'one', id],
    queryFn: async ({ signal }): Promise<Scenario> =>
      (await send(api.GET(`${base}/{id}`, { ...byId(id), signal }))).data as Scenario,
  })
}

export const nodeTypesQuery = queryOptions({
  queryKey: [...scenarioKey, 'node types'],
  queryFn: async ({ signal }): Promise<NodeType[]> =>
    (await send(api.GET(`${root}/node-types`, { signal }))).data,
  staleTime: Infinity,
})

/** What is wrong with a scenario that may be unfinished. */
export function problemsQuery(body: CheckedDraft) {
  return queryOptions({
    queryKey: [...scenarioKey, 'problems', body],
    queryFn: async ({ signal }): Promise<Problems> => {
      const { data } = await send(api.POST(`${base}/check`, { body: body as never, signal }))
      return groupProblems(data, body.nodes)
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** The playbooks that can be assigned to records of a level. */
export function playbookChoicesQuery(level: LevelName) {
  return queryOptions({
    queryKey: ['playbooks', 'active', level],
    queryFn: async ({ signal }): Promise<PlaybookTemplate[]> =>
      (
        await send(
          api.GET('/playbook/playbook-templates/search', { params: { query: { entity: level } }, signal }),
        )
      ).data as PlaybookTemplate[],
  })
}

/** The scenarios that records of a level can enter. */
export function scenarioChoicesQuery(level: LevelName) {
  return queryOptions({
    queryKey: [...scenarioKey, 'choices', level],
    queryFn: async ({ signal }): Promise<ScenarioSummary[]> =>
      (await send(api.GET(`${base}/search`, { params: { query: { level } }, signal })))
        .data as ScenarioSummary[],
  })
}

export const stoppedQuery = queryOptions({
  queryKey: [...scenarioKey, 'stopped'],
  queryFn: async ({ signal }): Promise<boolean> =>
    (await send(api.GET(`${root}/settings`, { signal }))).data.stopped,
})

export interface ExecutionPage {
  data: NodeExecution[]
  hasMore: boolean
}

/** What happened to records at a node, newest first. */
export function executionsQuery(nodeId: number, status: ExecutionStatus) {
  return infiniteQueryOptions({
    queryKey: [...scenarioKey, 'executions', nodeId, status],
    queryFn: async ({ signal, pageParam }): Promise<ExecutionPage> => {
      const query = { status, limit: 50, ...(pageParam > 0 && { before: pageParam }) }
      const params = { path: { id: nodeId }, query }
      return (await send(
        api.GET(`${root}/nodes/{id}/node-execution-runs`, { params, signal }),
      )) as ExecutionPage
    },
    initialPageParam: 0,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? (data.at(-1)?.nodeExecutionRunId ?? null) : null),
  })
}

export interface RecordRunPage {
  data: RecordRun[]
  hasMore: boolean
}

/** The scenarios that a record was or is in, the latest first. */
export function recordRunsQuery(recordId: number) {
  return infiniteQueryOptions({
    queryKey: [...scenarioKey, 'runs of', recordId],
    queryFn: async ({ signal, pageParam }): Promise<RecordRunPage> => {
      const params = { path: { id: recordId }, query: pageParam > 0 ? { before: pageParam } : {} }
      return (await send(api.GET(`${root}/records/{id}/runs`, { params, signal }))) as RecordRunPage
    },
    initialPageParam: 0,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? (data.at(-1)?.runId ?? null) : null),
  })
}

export function runPathQuery(runId: number) {
  return queryOptions({
    queryKey: [...scenarioKey, 'run', runId],
    queryFn: async ({ signal }): Promise<RunPath> =>
      (await send(api.GET(`${root}/runs/{id}`, { ...byId(runId), signal }))).data as RunPath,
  })
}

/** How far an undo is; asked for every second while it goes on. */
export function scenarioChangesQuery(id: number, since: string) {
  return queryOptions({
    queryKey: [...scenarioKey, 'changes', id, since],
    queryFn: async ({ signal }): Promise<ScenarioChanges> => {
      const params = { path: { id }, query: { since } }
      return (await send(api.GET(`${base}/{id}/changes`, { params, signal }))).data
    },
    refetchInterval: ({ state }) => (state.data?.undoing ? 1000 : false),
  })
}

/** The records in earlier versions; asked for every second while a job moves them. */
export function scenarioMovesQuery(id: number) {
  return queryOptions({
    queryKey: [...scenarioKey, 'moves', id],
    queryFn: async ({ signal }): Promise<ScenarioMoves> =>
      (await send(api.GET(`${base}/{id}/moves`, { ...byId(id), signal }))).data,
    refetchInterval: ({ state }) => (state.data?.moving ? 1000 : false),
  })
}

export const refreshScenarios = (client: QueryClient) => client.invalidateQueries({ queryKey: scenarioKey })

export interface SavedDraft {
  formData: ScenarioForm
  nodes: SaveScenario['nodes']
  baseVersion?: number
}

export async function saveScenario(id: number | undefined, body: SavedDraft): Promise<Scenario> {
  const call =
    id === undefined
      ? api.POST(base, { body: body as never })
      : api.PUT(`${base}/{id}`, { ...byId(id), body: body as never })
  return (await send(call)).data as Scenario
}

export async function setActive(id: number, isActive: boolean): Promise<void> {
  if (isActive) await send(api.PATCH(`${base}/{id}/activate`, byId(id)))
  else await send(api.PATCH(`${base}/{id}/deactivate`, byId(id)))
}

export async function archiveScenario(id: number): Promise<void> {
  await send(api.DELETE(`${base}/{id}/archive`, byId(id)))
}

export async function deleteScenario(id: number): Promise<void> {
  await send(api.DELETE(`${base}/{id}/delete`, byId(id)))
}

export async function duplicateScenario(id: number): Promise<Scenario> {
  return (await send(api.POST(`${base}/{id}/duplicate`, byId(id)))).data as Scenario
}

export async function setStopped(stopped: boolean): Promise<void> {
  await send(api.PUT(`${root}/settings`, { body: { stopped } }))
}

/** Answers how many were retried. */
export async function retryExecutions(ids: number[]): Promise<number> {
  const answer = await send(api.POST(`${root}/nodes/node-execution-runs/retry`, { body: { ids } }))
  return answer.data.nodeExecutionRunIds.length
}

/** Answers how many were dismissed. */
export async function dismissExecutions(ids: number[]): Promise<number> {
  const answer = await send(api.POST(`${root}/nodes/node-execution-runs/dismiss`, { body: { ids } }))
  return answer.data.nodeExecutionRunIds.length
}

export async function undoScenario(id: number, since: string): Promise<ScenarioChanges> {
  return (await send(api.POST(`${base}/{id}/undo`, { ...byId(id), body: { since } }))).data
}

export async function moveRecords(id: number, version: number): Promise<ScenarioMoves> {
  return (await send(api.POST(`${base}/{id}/moves`, { ...byId(id), body: { version } }))).data
}

/** The place that shows the results of acts. */
export interface ActResults {
  done: (text: string) => void
  error: (text: string) => void
}

const inMessages: ActResults = {
  done: (text) => toast.done(text, { subject: scenarioKey[0] }),
  error: (text) => toast.error(text, { subject: scenarioKey[0] }),
}

/** An act on scenarios; everything about them is asked again afterwards. What it did is said, unless it is nothing. */
export function useScenarioAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  done?: (output: Output, input: Input) => string,
  results = inMessages,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess(output, input) {
      const text = done?.(output, input)
      if (text) results.done(text)
    },
    onError: (error) => {
      if (!isSessionExpired(error)) results.error(errorText(error))
    },
    onSettled: () => refreshScenarios(client),
  })
}
