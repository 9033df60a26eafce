import { setTimeout as wait } from 'node:timers/promises'
import { once, percentile } from '../load.ts'
import type { Stage } from '../stage.ts'
import { callScenario, createScenario, node } from './call.ts'

export interface LatencyFigures {
  /** Milliseconds from the commit of a change to that of the first action, nine times in ten and a half. */
  p95: number
}

const timed = 40

/** How long it takes from a change to the task that a scenario creates because of it, while nothing else is done. */
export async function benchLatency({ client, steward, ...stage }: Stage): Promise<LatencyFigures> {
  const changed = {
    type: 'change_attribute',
    attribute: 'number_4',
    changeType: 'any',
    occurrence: 'immediate',
  }
  const at = { ...stage, client, steward }
  const scenarioId = await createScenario(at, [
    node('start', 'onEvent', changed, 'call'),
    node('call', 'createTask', { title: 'Call at once' }),
  ])
  await callScenario(at, 'PATCH', `${scenarioId}/activate`)
  const { data: account } = (await once(steward, {
    method: 'POST',
    path: '/api/core/accounts',
    body: { globalFields: { name: 'Southwind' } },
  })) as { data: { accountId: number } }
  for (let value = 1; value <= timed; value += 1) {
    const body = { data: { number_4: value } }
    await once(steward, { method: 'POST', path: `/api/core/accounts/${account.accountId}`, body })
    for (;;) {
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from task where record_id = $1 and title = 'Call at once'`,
        [account.accountId],
      )
      if (Number(rows[0]?.n) === value) break
      await wait(10)
    }
  }
  const { rows } = await client.query<{ ms: number }>(
    `select extract(epoch from t.created_at - s.at)::float8 * 1000 as ms
     from (select created_at, row_number() over (order by task_id) as nth from task
           where record_id = $1 and title = 'Call at once') t
     join (select s.at, row_number() over (order by c.version) as nth
           from change c join change_set s using (tenant_id, change_set_id)
           where c.record_id = $1 and c.kind = 2) s on s.nth = t.nth`,
    [account.accountId],
  )
  await callScenario(at, 'PATCH', `${scenarioId}/deactivate`)
  return {
    p95: percentile(
      rows.map(({ ms }) => ms).toSorted((a, b) => a - b),
      0.95,
    ),
  }
}
