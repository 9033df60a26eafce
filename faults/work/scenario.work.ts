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

/** The first of them call a URL as well, for each account that has their digit twice in a row. */
const callingCount = 5

/** What one of the scenarios does: it sets a value and creates a task for every account that has a digit in its name. */
interface Plan {
  scenarioId: number
  title: string
  field: Field
  value: number
  digit: string
  /** The URL that it calls; undefined for one that calls none. */
  path: string | undefined
}

const contains = (value: string) => ({ rule: { field: 'name', operator: 'contains', value } })

/** The call of a scenario that has one, and what leads to it. */
const ringing = ({ digit, path }: Omit<Plan, 'scenarioId'>, hooks: string): object[] =>
  path === undefined
    ? []
    : [
        node('few', 'condition', contains(digit + digit), { yes: 'ring', no: 'end' }),
        node('ring', 'callUrl', { url: `${hooks}${path}`, text: '{{record.name}}' }, { next: 'end' }),
      ]

const definitionOf = (plan: Omit<Plan, 'scenarioId'>, hooks: string) => ({
  formData: { name: plan.title, level: 'account' },
  nodes: [
    node('start', 'runNow', { selection: { filter: '' } }, { next: 'ask' }),
    node('ask', 'condition', contains(plan.digit), { yes: 'set', no: 'end' }),
    node('set', 'setAttribute', { field: plan.field.name, value: plan.value }, { next: 'call' }),
    node('call', 'createTask', { title: plan.title }, { next: plan.path === undefined ? 'end' : 'few' }),
    ...ringing(plan, hooks),
    node('end', 'end', {}, {}),
  ],
})

const countNamed = async ({ sql }: World, text: string): Promise<number> => {
  const [row] = await sql<{ n: number }>(
    `select count(*)::int as n from record where level = 2 and name like '%' || $1 || '%'`,
    [text],
  )
  return row?.n ?? 0
}

/** Faults in the calls of a scenario: each account has at least one, always with the same bytes. */
function faultsOfCalls({ hooks }: World, { title, path }: Plan, rung: number): string[] {
  if (path === undefined) return []
  const calls = Map.groupBy(hooks.calls(path), ({ id }) => id)
  const changed = [...calls.values()].filter((some) => new Set(some.map(({ body }) => body)).size > 1)
  const found = { 'different calls': calls.size, 'calls with changed bytes': changed.length }
  const faults = differences(found, { 'different calls': rung, 'calls with changed bytes': 0 })
  return faults.map((sentence) => `${title}: ${sentence}`)
}

/** What is wrong with what a scenario did, beside a model: each account once at each node, and once with each action. */
async function faultsOf(world: World, plan: Plan): Promise<string[]> {
  const { sql, client, furniture } = world
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
  const [matched, rung] = [await countNamed(world, digit), await countNamed(world, digit + digit)]
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
    const at: Record<string, number> = { set: matched, call: matched, few: matched, ring: rung }
    const completed = at[key] ?? accounts
    return differences(summary, { completed, in_progress: 0, unattended_failure: 0 }).map(
      (sentence) => `at “${key}” ${sentence}`,
    )
  })
  const faults = [...differences(found, expected), ...summaries].map((sentence) => `${title}: ${sentence}`)
  return [...faults, ...faultsOfCalls(world, plan, rung)]
}

export const scenarioWork: Work = {
  name: 'scenarios',
  async start(world, random, tag) {
    const fields = await addFields(world)
    const value = random.between(1, 1_000_000_000)
    const plans: Plan[] = []
    for (const [at, field] of fields.entries()) {
      const path = at < callingCount ? `/${tag}-scenario-${at}` : undefined
      const plan = { title: `${tag} ${at}`, field, value, digit: String(at % 10), path }
      const { data } = await world.client.post(root, definitionOf(plan, world.hooks.url))
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
