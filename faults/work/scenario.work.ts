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

type Counts = Record<string, number>

/** The actions of scenarios, by their ids: each in one statement for all of them. */
const countings: Record<string, string> = {
  runs: `select scenario_id as id, count(*)::int as n from scenario_run
    where tenant_id = $1 and scenario_id = any($2) group by 1`,
  ended: `select scenario_id as id, count(*)::int as n from scenario_run
    where tenant_id = $1 and scenario_id = any($2) and state = 4 and outcome = 'completed' group by 1`,
  tasks: `select p.id, count(*)::int as n from plan p join task t on t.tenant_id = $1 and t.title = p.title group by 1`,
  'matching accounts with a task': `select p.id, count(distinct t.record_id)::int as n from plan p
    join task t on t.tenant_id = $1 and t.title = p.title
    join record r on r.tenant_id = $1 and r.record_id = t.record_id and r.level = 2 and r.name like '%' || p.digit || '%'
    group by 1`,
  changes: `select p.id, count(*)::int as n from plan p
    join change_set s on s.tenant_id = $1 and s.via_kind = 'scenario' and s.via_id = p.id
    join change c on c.tenant_id = s.tenant_id and c.change_set_id = s.change_set_id and c.after ->> p.field = p.value
    group by 1`,
  'accounts with the value': `select p.id, count(*)::int as n from plan p
    join record r on r.tenant_id = $1 and r.level = 2 and r.custom ->> p.field = p.value group by 1`,
}

const planColumns = `with plan as (
  select * from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[]) as p(id, title, field, value, digit))`

/** Counts what scenarios did; those that did nothing are missing. */
async function countDone({ sql, furniture }: World, plans: readonly Plan[]): Promise<Map<number, Counts>> {
  const values = [
    furniture.tenantId,
    plans.map(({ scenarioId }) => scenarioId),
    plans.map(({ title }) => title),
    plans.map(({ field }) => String(field.id)),
    plans.map(({ value }) => String(value)),
    plans.map(({ digit }) => digit),
  ]
  const done = new Map<number, Counts>()
  for (const [name, text] of Object.entries(countings)) {
    for (const { id, n } of await sql<{ id: number; n: number }>(`${planColumns} ${text}`, values)) {
      const counts = done.get(Number(id)) ?? {}
      counts[name] = n
      done.set(Number(id), counts)
    }
  }
  return done
}

/** What is wrong with what a scenario did, beside a model: each account once at each node, and once with each action. */
async function faultsOf(world: World, plan: Plan, counted: Counts | undefined): Promise<string[]> {
  const { client, furniture } = world
  const { scenarioId, title, digit } = plan
  const [matched, rung] = [await countNamed(world, digit), await countNamed(world, digit + digit)]
  const { accounts } = furniture
  const expected = {
    runs: accounts,
    ended: accounts,
    tasks: matched,
    'matching accounts with a task': matched,
    changes: matched,
    'accounts with the value': matched,
  }
  const nothing = Object.fromEntries(Object.keys(expected).map((name) => [name, 0]))
  const found = { ...nothing, ...counted }
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

/** How far scenarios are, by the counts of their nodes: records that entered, are at a node, and have left one. */
async function readProgress({ sql, furniture }: World, ids: readonly number[]) {
  const [counts] = await sql<{ entered: number; open: number; left: number }>(
    `select coalesce(sum(n) filter (where status = 2 and key = 'start'), 0)::int as entered,
       coalesce(sum(n) filter (where status = 1), 0)::int as open,
       coalesce(sum(n) filter (where status > 1), 0)::int as left
     from scenario_node join scenario_node_count using (tenant_id, node_id)
     where tenant_id = $1 and scenario_id = any($2)`,
    [furniture.tenantId, ids],
  )
  return counts ?? { entered: 0, open: 0, left: 0 }
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
        const { entered, open } = await readProgress(world, ids)
        return entered >= ids.length * world.furniture.accounts && open === 0
      },
      progress: async () => (await readProgress(world, ids)).left,
      async check() {
        const faults: string[] = []
        const done = await countDone(world, plans)
        for (const plan of plans) {
          faults.push(...(await faultsOf(world, plan, done.get(plan.scenarioId))))
          await world.client.call('PATCH', `${root}/${plan.scenarioId}/deactivate`)
        }
        return faults
      },
    }
  },
}
