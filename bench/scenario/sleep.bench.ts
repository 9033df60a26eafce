import { setTimeout as wait } from 'node:timers/promises'
import { load, percentile, type Call } from '../load.ts'
import { measureBeside, openBeside, type NeighbourFigures } from '../overload/neighbour.bench.ts'
import type { Stage } from '../stage.ts'
import { callScenario, createScenario, node, untilCompleted } from './call.ts'

export interface SleepFigures {
  sleeping: number
  /** CPU milliseconds of a change that a scenario follows, without runs that sleep and with them. */
  without: number
  with: number
}

export interface WakeFigures {
  records: number
  /** Records per second, from the end of their waits to End. */
  rate: number
  neighbour: NeighbourFigures
}

const changers = 100
/** Of two measurements each. */
const rounds = 9

/** What the database does in the background because of many rows is done before something is measured. */
async function calm({ client }: Pick<Stage, 'client'>): Promise<void> {
  await client.query('vacuum analyze scenario_run')
  await client.query('checkpoint')
}

/** Lets runs of a scenario sleep for a year, as many for each account. */
async function addSleepers(stage: Stage, scenarioId: number, count: number): Promise<void> {
  const { client, setup } = stage
  // A million runs of one version: the row of the version would be checked and locked a million times.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into scenario_run (tenant_id, scenario_id, version, record_id, node_id, node_run_id, state, entry_key,
       exclusive, entered_at, arrived_at, wake_at)
     select $1, $2, 1, a.record_id, n.node_id, nextval('scenario_node_run_node_run_id_seq'), 2, 'sleep:' || g, false,
       now(), now(), date_trunc('minute', now()) + interval '1 year' + g * interval '1 hour'
     from (select record_id from record where tenant_id = $1 and level = 2) a
     cross join generate_series(1, ceil($3::numeric / (select count(*) from record where tenant_id = $1 and level = 2))::int) g
     join scenario_node n on n.tenant_id = $1 and n.scenario_id = $2 and n.key = 'sleep'
     limit $3`,
    [setup.tenantId, scenarioId, count],
  )
  await client.query('reset session_replication_role')
  await calm(stage)
}

/** Lets a scenario follow a field whose changes have their records fall asleep. Gives it, and the calls that make changes. */
async function followChanges(stage: Stage): Promise<{ scenarioId: number; change: () => Call }> {
  const { client, setup } = stage
  const { rows } = await client.query<{ id: string }>(
    'select record_id as id from record where tenant_id = $1 and level = 2 order by record_id limit $2',
    [setup.tenantId, changers],
  )
  const followed = {
    type: 'change_attribute',
    attribute: 'number_5',
    changeType: 'any',
    occurrence: 'immediate',
  }
  const scenarioId = await createScenario(stage, [
    node('start', 'onEvent', followed, 'sleep'),
    node('sleep', 'wait', { mode: 'period', amount: 30, period: 'day' }),
  ])
  await callScenario(stage, 'PATCH', `${scenarioId}/activate`)
  let value = 0
  const change = (): Call => {
    value += 1
    const path = `/api/core/accounts/${rows[value % rows.length]?.id}`
    return { method: 'POST', path, body: { data: { number_5: value } } }
  }
  return { scenarioId, change }
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/**
 * Changes a field that a scenario follows in two instances that are filled alike, in turns: `asleep` gets runs that sleep,
 * `awake` has none. Both grow by the same changes meanwhile, and what else the machine does hits both.
 */
export async function benchSleeping(
  { awake, asleep }: { awake: Stage; asleep: Stage },
  count: number,
  seconds: number,
): Promise<SleepFigures> {
  const sides = { without: awake, with: asleep }
  const followed = { without: await followChanges(awake), with: await followChanges(asleep) }
  await addSleepers(asleep, followed.with.scenarioId, count)
  await calm(awake)
  const spent: Record<keyof typeof sides, number[]> = { without: [], with: [] }
  const measure = async (side: keyof typeof sides) =>
    (await load(sides[side].steward, followed[side].change, seconds, 4)).cpu
  for (let round = 0; round < rounds; round += 1) {
    const order = ['without', 'with'] as const
    for (const side of round % 2 === 0 ? order : order.toReversed()) {
      const cpu = await measure(side)
      // The first round warms both up.
      if (round > 0) spent[side].push(cpu)
    }
  }
  return { sleeping: count, without: median(spent.without), with: median(spent.with) }
}

/** Lets runs sleep for a year beside what is measured next. */
export async function addOthersAsleep(stage: Stage, count: number): Promise<void> {
  const { scenarioId } = await followChanges(stage)
  await addSleepers(stage, scenarioId, count)
  await callScenario(stage, 'PATCH', `${scenarioId}/deactivate`)
}

/** Lets all accounts wait at the same node; answers the scenario. */
async function fallAsleep(stage: Stage, records: number): Promise<number> {
  const scenarioId = await createScenario(stage, [
    node('start', 'runNow', { selection: { filter: '' } }, 'sleep'),
    node('sleep', 'wait', { mode: 'period', amount: 30, period: 'day' }, 'ask'),
    node('ask', 'condition', { rule: { field: 'name', operator: 'set' } }, { yes: 'set', no: 'end' }),
    node('set', 'setAttribute', { field: 'number_6', value: 815 }, 'call'),
    node('call', 'createTask', { title: 'Call {{record.name}}' }),
  ])
  await callScenario(stage, 'PATCH', `${scenarioId}/activate`)
  await untilCompleted(stage, scenarioId, 'start', records)
  const isAsleep = async () => {
    const { rows } = await stage.client.query<{ n: number }>(
      'select count(*)::int as n from scenario_run where scenario_id = $1 and state = 2',
      [scenarioId],
    )
    return rows[0]?.n === records
  }
  while (!(await isAsleep())) await wait(500)
  return scenarioId
}

/** Ends the waits of a scenario, all in the same minute. */
async function wake({ client, setup }: Stage, scenarioId: number): Promise<void> {
  await client.query(
    `update scenario_run set wake_at = date_trunc('minute', now()) where scenario_id = $1 and state = 2`,
    [scenarioId],
  )
  await client.query(
    `insert into due_work (tenant_id, kind, key, due_at, payload) values ($1, 'scenario.wake', 'bench', now(), '{}')
     on conflict (tenant_id, kind, key) do update set due_at = excluded.due_at`,
    [setup.tenantId],
  )
}

/** Lets all accounts wake in one minute: alone, and while people of another company work. */
export async function benchWaking(stage: Stage, records: number, seconds: number): Promise<WakeFigures> {
  const alone = await fallAsleep(stage, records)
  const from = performance.now()
  await wake(stage, alone)
  await untilCompleted(stage, alone, 'end', records)
  const rate = records / ((performance.now() - from) / 1000)
  const watched = await fallAsleep(stage, records)
  const beside = await openBeside(stage)
  const begin = async () => {
    await wake(stage, watched)
    let isOver = false
    const done = untilCompleted(stage, watched, 'end', records).finally(() => (isOver = true))
    // A failure is thrown when its end is waited for; until then it has been noticed.
    done.catch(() => undefined)
    return { isOver: () => isOver, end: () => done }
  }
  const meanwhile = `${records} scenario runs that wake in one minute`
  const neighbour = await measureBeside(stage, beside, seconds, [meanwhile, begin])
  await beside.neighbour.close()
  await callScenario(stage, 'PATCH', `${alone}/deactivate`)
  await callScenario(stage, 'PATCH', `${watched}/deactivate`)
  return { records, rate, neighbour }
}
