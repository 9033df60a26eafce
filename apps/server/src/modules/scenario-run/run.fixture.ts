import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

/** Waits until every event was handled by scenarios, and nothing in them is ready to go on. Throws what fails. */
export async function settle(app: TestApp): Promise<void> {
  const { owner } = app.application.platform.database
  const open = async () => {
    const { rows } = await owner.query<{ events: number; jobs: number; failure: string | null }>(
      `select (select count(*)::int from event e
         cross join unnest(array['scenario-run', 'scenario-event']) as s(name)
         left join event_subscription p on p.tenant_id = e.tenant_id and p.subscriber = s.name
         where e.tenant_id = $1 and (e.position is null or e.position > coalesce(p.position, 0))) as events,
         (select count(*)::int from graphile_worker.jobs
          where task_identifier like 'scenario.%' and task_identifier <> 'scenario.fold') as jobs,
         coalesce((select failure from event_subscription where tenant_id = $1
             and subscriber like 'scenario-%' and failure is not null limit 1),
           (select max(last_error) from graphile_worker.jobs where task_identifier like 'scenario.%')) as failure`,
      [app.tenantId],
    )
    const [row] = rows
    if (row?.failure) throw new Error(row.failure)
    return (row?.events ?? 0) + (row?.jobs ?? 0)
  }
  while ((await open()) !== 0) await new Promise((resolve) => setTimeout(resolve, 30))
}

function bodyOf({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

async function nodeOfScenario(client: Client, scenarioId: number, key: string): Promise<RunNode> {
  return nodeOf(bodyOf(await client.get(`scenario-management/scenarios/${scenarioId}`)).data, key)
}

export const executionsPath = 'scenario-management/nodes'

export interface RunNode {
  key: string
  nodeId: number
  executions: { summary: Record<string, number> }
}

export const nodeOf = ({ nodes }: { nodes: RunNode[] }, key: string): RunNode =>
  nodes.find((one) => one.key === key) as RunNode

/** How many executions of a node have each status. */
export const summaryOf = async (client: Client, scenarioId: number, key: string) =>
  (await nodeOfScenario(client, scenarioId, key)).executions.summary

/** Executions of a node, the newest first. */
export async function executions(client: Client, scenarioId: number, key: string, query = '') {
  const { nodeId } = await nodeOfScenario(client, scenarioId, key)
  return bodyOf(await client.get(`${executionsPath}/${nodeId}/node-execution-runs${query}`)).data
}

/** The titles of the tasks of an account. */
export async function taskTitles(client: Client, recordId: number): Promise<string[]> {
  const { data } = bodyOf(
    await client.get(`playbook/tasks/search?level=account&parentIdentifier=${recordId}`),
  )
  return data.map(({ title }: { title: string }) => title)
}

/** How many records would have entered a scenario, replayed. */
export async function rehearsedEntries(client: Client, scenarioId: number): Promise<number> {
  const url = `scenario-management/scenarios/${scenarioId}/rehearsal`
  bodyOf(await client.post(url, {}))
  await expect.poll(async () => bodyOf(await client.get(url)).data.state, { timeout: 60_000 }).toBe('done')
  return bodyOf(await client.get(url)).data.entered
}
