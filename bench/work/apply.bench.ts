import { once } from '../load.ts'
import type { Stage } from '../stage.ts'

export interface ApplyFigures {
  records: number
  steps: number
  /** Tasks per second. */
  bareRate: number
  rate: number
}

/** The name of the work among `--only`. */
export const applyWork = 'playbook apply'
const stepCount = 10
const mostRecords = 10_000

interface Application {
  applicationId: number
  state: 'running' | 'completed' | 'failed'
  applied: number
  tasks: number
  failure: string | null
}

/** The floor: one statement that inserts the same instances, steps and tasks into tables with the same indexes. */
async function bareInserts({ client, setup }: Stage, templateId: number, records: number): Promise<number> {
  await client.query(`
    create table ideal.playbook_instance (like playbook_instance including all);
    create table ideal.playbook_instance_step (like playbook_instance_step including all);
    create table ideal.playbook_task (like task including all)`)
  const from = performance.now()
  await client.query(
    `with instance as (
       insert into ideal.playbook_instance (tenant_id, template_id, version, record_id, status, owner_id, start_on, due_on, created_at)
       select $1, $3, 1, record_id, 1, $2, current_date, current_date + 30, now() from (
         select record_id from record where tenant_id = $1 and level = 2 order by record_id limit $4) r
       returning instance_id, record_id),
     made as (
       insert into ideal.playbook_task (tenant_id, type, status, priority, due_on, assignee_id, creator_id, record_id, title,
         checklist, instance_id, step_id, created_at, updated_at)
       select $1, 2, 1, 2, current_date + step, $2, $2, i.record_id, 'Step ' || step || ' of a playbook', '[]', i.instance_id,
         step, now(), now()
       from instance i, generate_series(1, $5::int) step
       returning task_id, instance_id, step_id, due_on)
     insert into ideal.playbook_instance_step (tenant_id, instance_id, step_id, state, task_id, planned_on, assignee_id, reason)
     select $1, instance_id, step_id, 1, task_id, due_on, $2, 'Primary owner.' from made`,
    [setup.tenantId, setup.userId, templateId, records, stepCount],
  )
  return (records * stepCount) / ((performance.now() - from) / 1000)
}

async function createPlaybook({ steward }: Stage): Promise<number> {
  const base = '/api/playbook/playbook-templates'
  const steps = Array.from({ length: stepCount }, (_, at) => ({
    key: `step-${at}`,
    title: `Step ${at} for {{record.name}}`,
    offset:
      at % 3 === 2 ? { from: 'step', step: `step-${at - 1}`, days: 2 } : { from: 'start', days: at * 3 },
  }))
  const body = { name: 'Bench', level: 'account', steps }
  const { data } = (await once(steward, { method: 'POST', path: base, body })) as {
    data: { templateId: number }
  }
  await once(steward, { method: 'POST', path: `${base}/${data.templateId}/active` })
  return data.templateId
}

/** Applies ten steps to 10,000 accounts through the API, beside the bare inserts. */
export async function benchApply(stage: Stage, accounts: number): Promise<ApplyFigures> {
  const { client, setup, steward } = stage
  const records = Math.min(mostRecords, accounts)
  const templateId = await createPlaybook(stage)
  const bareRate = await bareInserts(stage, templateId, records)
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(record_id::int) as ids from (
       select record_id from record where tenant_id = $1 and level = 2 and not archived order by record_id limit $2) r`,
    [setup.tenantId, records],
  )
  const entities = rows[0]?.ids ?? []
  const from = performance.now()
  let { data } = (await once(steward, {
    method: 'POST',
    path: `/api/playbook/playbook-templates/${templateId}/apply`,
    body: { entities },
  })) as { data: Application }
  while (data.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const path = `/api/playbook/applications/${data.applicationId}`
    data = ((await once(steward, { method: 'GET', path })) as { data: Application }).data
  }
  if (data.state === 'failed') throw new Error(`The application stopped: ${data.failure}`)
  if (data.applied !== entities.length) throw new Error(`${data.applied} of ${entities.length} were applied`)
  return { records, steps: stepCount, bareRate, rate: data.tasks / ((performance.now() - from) / 1000) }
}
