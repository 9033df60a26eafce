import type { Field } from '../furniture.ts'
import type { World } from '../world.ts'
import { differences, type Work } from './work.ts'

/** Scenarios that run at once, each over all accounts. */
const scenarioCount = 20
const root = '/scenario-management/scenarios'

/** A field for each scenario, so that its changes are not those of another one. */
const fieldsOf = new WeakMap<World, Field[]>()

async function addFields(world: World): Promise<Field[]> {
  const known = fieldsOf.get(world)
  if (known) return known
  const fields: Field[] = []
  for (let at = 0; at < scenarioCount; at += 1) {
    const body = { displayName: `Written ${at}`, columnLevel: 'account', dataType: 'number' }
    const { data } = await world.client.post('/core/fields', body)
    fields.push({ id: data.customColumnId, name: data.name })
  }
  fieldsOf.set(world, fields)
  return fields
}

const node = (key: string, type: string, settings: object, next: object) => ({ key, type, settings, next })

/** What one of the scenarios does: it sets a value and creates a task for every account that has a digit in its name. */
interface Plan {
  scenarioId: number
  title: string
  field: Field
  value: number
  digit: string
}

const definitionOf = ({ title, field, value, digit }: Omit<Plan, 'scenarioId'>) => ({
  formData: { name: title, level: 'account' },
  nodes: [
    node('start', 'runNow', { selection: { filter: '' } }, { next: 'ask' }),
    node(
      'ask',
      'condition',
      { rule: { field: 'name', operator: 'contains', value: digit } },
      { yes: 'set', no: 'end' },
    ),
    node('set', 'setAttribute', { field: field.name, value }, { next: 'call' }),
    node('call', 'createTask', { title }, { next: 'end' }),
    node('end', 'end', {}, {}),
  ],
})

/** What is wrong with what a scenario did, beside a model: each account once at each node, and once with each action. */
async function faultsOf({ sql, client, furniture }: World, plan: Plan): Promise<string[]> {
  const { scenarioId, title, field, value, digit } = plan
  const [found = {}] = await sql<Record<string, number>>(
    `select
       (select count(*)::int from scenario_run where scenario_id = $1) as runs,
       (select count(*)::int from scenario_run where scenario_id = $1 and state = 4 and outcome = 'completed') as ended,
       (select count(*)::int from task where title = $2) as tasks,
       (select count(distinct record_id)::int from task where title = $2) as "accounts with a task",
       (select count(*)::int from change c join change_set s using (tenant_id, change_set_id)
        where s.via_kind = 'scenario' and s.via_id = $1 and c.after ->> $3 = $4) as changes,
       (select count(*)::int from record where level = 2 and custom ->> $3 = $4) as "accounts with the value"`,
    [scenarioId, title, String(field.id), String(value)],
  )
  const [{ matched } = { matched: 0 }] = await sql<{ matched: number }>(
    `select count(*)::int as matched from record where level = 2 and name like '%' || $1 || '%'`,
    [digit],
  )
  const { accounts } = furniture
  const expected = {
    runs: accounts,
    ended: accounts,
    tasks: matched,
    'accounts with a task': matched,
    changes: matched,
    'accounts with the value': matched,
  }
  const { nodes } = (await client.get(`${root}/${scenarioId}`)).data as {
    nodes: { key: string; executions: { summary: Record<string, number> } }[]
  }
  const summaries = nodes.flatMap(({ key, executions: { summary } }) => {
    const completed = key === 'set' || key === 'call' ? matched : accounts
    return differences(summary, { completed, in_progress: 0, unattended_failure: 0 }).map(
      (sentence) => `at “${key}” ${sentence}`,
    )
  })
  return [...differences(found, expected), ...summaries].map((sentence) => `${title}: ${sentence}`)
}

export const scenarioWork: Work = {
  name: 'scenarios',
  async start(world, random, tag) {
    const fields = await addFields(world)
    const value = random.between(1, 1_000_000_000)
    const plans: Plan[] = []
    for (const [at, field] of fields.entries()) {
      const plan = { title: `${tag} ${at}`, field, value, digit: String(at % 10) }
      const { data } = await world.client.post(root, definitionOf(plan))
      plans.push({ ...plan, scenarioId: data.scenarioId })
    }
    for (const { scenarioId } of plans) {
      const { status } = await world.client.call('PATCH', `${root}/${scenarioId}/activate`)
      if (status !== 200) throw new Error(`Scenario ${scenarioId} was not activated: ${status}`)
    }
    const ids = plans.map(({ scenarioId }) => scenarioId)
    return {
      async isOver() {
        const [{ n } = { n: 0 }] = await world.sql<{ n: number }>(
          'select count(*)::int as n from scenario_run where scenario_id = any($1) and state > 2',
          [ids],
        )
        return n >= ids.length * world.furniture.accounts
      },
      async check() {
        const faults: string[] = []
        for (const plan of plans) {
          faults.push(...(await faultsOf(world, plan)))
          await world.client.call('PATCH', `${root}/${plan.scenarioId}/deactivate`)
        }
        return faults
      },
    }
  },
}
