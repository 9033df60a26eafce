import type { Client, TestApp } from '../harness.ts'

/** A record in a scenario, as it is before a worker takes it on. */
async function enterScenario(app: TestApp, scenarioId: number, accountId: string): Promise<string> {
  const { rows } = await app.application.platform.database.owner.query<{ runId: string }>(
    `insert into scenario_run (tenant_id, scenario_id, version, record_id, node_id, node_run_id, state, entry_key,
       exclusive, entered_at, arrived_at)
     select s.tenant_id, s.scenario_id, s.version, $2, n.node_id, nextval('scenario_node_run_node_run_id_seq'), 1,
       'own', true, now(), now()
     from scenario s join scenario_node n using (tenant_id, scenario_id)
     where s.scenario_id = $1 and n.key = 'end' returning run_id::text as "runId"`,
    [scenarioId, accountId],
  )
  return rows[0]?.runId ?? ''
}

/** A question to the client about a record in a scenario. */
async function askClient(app: TestApp, client: Client, scenarioId: number, runId: string): Promise<string> {
  const { rows } = await app.application.platform.database.owner.query<{ id: string }>(
    `insert into scenario_approval (tenant_id, scenario_id, run_id, node_key, arrived_at, record_id, approver_id, question,
       asked_at, expires_at)
     select tenant_id, scenario_id, run_id, 'end', arrived_at, record_id, $3, 'Go on?', now(), now() + interval '10 years'
     from scenario_run where scenario_id = $1 and run_id = $2 returning approval_id::text as id`,
    [scenarioId, runId, client.actor.userId],
  )
  return rows[0]?.id ?? ''
}

/** A scenario, its trigger, and a record in it. */
export async function makeScenario(app: TestApp, client: Client, accountId: string) {
  const formData = { name: 'Welcome', level: 'account' }
  const nodes = [
    { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'end' } },
    { key: 'end', type: 'end' },
  ]
  const { body } = await client.post('scenario-management/scenarios', { formData, nodes })
  const { scenarioId } = body.data
  await client.post(`scenario-management/scenarios/${scenarioId}/rehearsal`, {})
  const scenarioRun = await enterScenario(app, scenarioId, accountId)
  return {
    scenario: String(scenarioId),
    scenarioNode: String(body.data.nodes[0].nodeId),
    scenarioRun,
    scenarioApproval: await askClient(app, client, scenarioId, scenarioRun),
  }
}
