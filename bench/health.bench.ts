import { once, type Call } from './load.ts'
import { measurePair, type Row } from './measure.ts'
import { measuresOf, type Measure } from './health.measures.ts'
import type { Stage } from './stage.ts'
import type { Scale } from './workload.ts'

export interface NightFigures {
  accounts: number
  /** Accounts whose points changed. */
  changed: number
  /** Milliseconds. */
  bareTime: number
  time: number
}

/** The name of the work among `--only`. */
export const nightlyWork = 'health nightly'
const detailWork = (accounts: number) => `a health score with its 12 measures, of ${accounts} accounts`
const detailBound = 3
/** Days that go by between the first scores and the night that is measured. */
const daysLater = 5

/** Contacts with every account, as the ideal tables and timelines have them; no one is notified of them. */
async function fillTouches({ client, setup }: Stage): Promise<void> {
  const { userId } = setup
  await client.query(`
    create table ideal.touch (tenant_id int not null, account_id bigint not null, kind smallint not null, at timestamptz not null);
    insert into ideal.touch
      select a.tenant_id, a.account_id, case i % 2 when 0 then 2 else 5 end,
        date_trunc('day', now()) + interval '9 hours' - (1 + abs(hashint8extended(a.account_id, i)) % 90) * interval '1 day'
      from ideal.account a, generate_series(1, 6) i;
    create index on ideal.touch (tenant_id, account_id, kind, at)`)
  await client.query(
    `with made as (
       insert into timeline_item (tenant_id, kind, level, author_id, record_id, occurred_at, created_at, source, title)
       select t.tenant_id, t.kind, 2, $1, t.account_id, t.at, t.at, 'app', 'Talk' from ideal.touch t
       returning tenant_id, item_id, record_id, occurred_at, kind, author_id)
     insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind)
     select tenant_id, record_id, occurred_at, item_id, record_id, author_id, kind from made`,
    [userId],
  )
  await client.query(`
    create table ideal.score (tenant_id int not null, account_id bigint not null, at timestamptz not null, score numeric,
      version int not null, parts jsonb not null, primary key (tenant_id, account_id, at))`)
  await client.query('vacuum (analyze) ideal.touch')
  await client.query('vacuum (analyze) timeline_item')
  await client.query('vacuum (analyze) timeline_place')
}

/** As if days had gone by: everything that was logged is older. */
async function letDaysPass({ client }: Stage): Promise<void> {
  await client.query(`update ideal.touch set at = at - interval '${daysLater} days'`)
  await client.query(`update timeline_place set occurred_at = occurred_at - interval '${daysLater} days'`)
  await client.query('vacuum (analyze) ideal.touch')
  await client.query('vacuum (analyze) timeline_place')
}

/** The floor: one statement that calculates all scores, and writes those that differ with their inputs. */
async function bareScores({ client, setup }: Stage, measures: readonly Measure[]): Promise<number> {
  const values = measures.map(({ value }, at) => `${value} as v${at}`).join(', ')
  const points = measures.map((measure, at) => `${measure.points} as p${at}`).join(', ')
  const at = (n: number) => measures.map((_, nth) => nth).map((nth) => `${n === 0 ? 'p' : 'v'}${nth}`)
  const sum = at(0)
    .map((p) => `coalesce(${p}, 0)`)
    .join(' + ')
  const weight = at(0)
    .map((p) => `(${p} is not null)::int`)
    .join(' + ')
  const parts = measures.map((_, n) => `jsonb_build_object('key', 'm${n}', 'value', v${n}, 'points', p${n})`)
  const from = performance.now()
  await client.query(
    `with points as materialized (
       select a.tenant_id, a.account_id, a.health, ${values}, ${points} from ideal.account a where a.tenant_id = $1
     ), scored as materialized (
       select *, round((${sum})::numeric / nullif(${weight}, 0), 2) as score from points
     ), changed as (
       update ideal.account a set health = s.score, updated_at = now() from scored s
       where a.tenant_id = $1 and a.account_id = s.account_id and s.score is distinct from s.health
     )
     insert into ideal.score select tenant_id, account_id, clock_timestamp(), score, 1, jsonb_build_array(${parts.join(', ')})
     from scored where score is distinct from health`,
    [setup.tenantId],
  )
  return performance.now() - from
}

const path = '/api/health-management/models/account'

async function publish({ steward }: Stage, measures: readonly Measure[]): Promise<void> {
  const { data } = (await once(steward, { method: 'GET', path })) as { data: { revision: number } }
  const model = {
    source: { from: 'measures' },
    groups: [],
    bounds: [],
    measures: measures.map(({ metric, period, rules }, at) => ({
      scoreId: null,
      name: `Measure ${at + 1}`,
      metric,
      period,
      rules,
      otherwise: 1,
      weight: 1,
      missing: 'ignore',
      groupId: null,
      scope: 1,
      scopeReferenceId: null,
      entityLevelId: 2,
    })),
  }
  const saved = (await once(steward, {
    method: 'PUT',
    path,
    body: { model, revision: data.revision },
  })) as { data: { revision: number } }
  await once(steward, {
    method: 'POST',
    path: `${path}/publish`,
    body: { revision: saved.data.revision, note: 'Measured' },
  })
}

/** Until nothing is left to do, and scores, and the organizations that take them, have followed. */
export async function followed({ client }: Stage): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ n: number }>(
      `select (select count(*) from score_refresh where running) + (select count(*) from score_pending)
         + (select count(*) from event)::int + (select count(*) from graphile_worker.jobs)::int as n`,
    )
    if (Number(rows[0]?.n) === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** From the call of the night's job until all accounts are scored. */
async function night({ client }: Stage): Promise<number> {
  await client.query('update score_refresh set day = day - 1 where level = 2')
  const from = performance.now()
  await client.query(`select graphile_worker.add_job('health:nightly', '{}'::json)`)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { rows } = await client.query<{ done: boolean }>(
      'select not running and day >= current_date as done from score_refresh where level = 2',
    )
    if (rows[0]?.done) return performance.now() - from
  }
}

async function entries({ client }: Stage): Promise<number> {
  const { rows } = await client.query<{ n: string }>('select count(*) as n from score_entry')
  return Number(rows[0]?.n)
}

/** Scores all accounts, lets days go by, and times the night beside one statement that writes the same. */
async function benchNight(
  stage: Stage,
  accounts: number,
  measures: readonly Measure[],
): Promise<NightFigures> {
  await bareScores(stage, measures)
  await publish(stage, measures)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  await followed(stage)
  await letDaysPass(stage)
  await stage.client.query('vacuum (analyze) score_state')
  await stage.client.query('vacuum (analyze) record')
  await stage.client.query('vacuum (analyze) ideal.account')
  const before = await entries(stage)
  const bareTime = await bareScores(stage, measures)
  const time = await night(stage)
  const changed = (await entries(stage)) - before
  await followed(stage)
  return { accounts, changed, bareTime, time }
}

/** A score with its measures, beside one statement that reads the same: kept parts, present values, the trend. */
async function benchDetail(
  stage: Stage,
  accounts: number,
  measures: readonly Measure[],
  seconds: number,
): Promise<Row> {
  const floor = await stage.startFloor([
    {
      name: 'score',
      parameters: ['tenant', 'account'],
      text: `select a.name, a.stage_id, a.health, s.at, s.version, s.parts,
          (select o.score from ideal.score o where o.tenant_id = $1 and o.account_id = $2 and o.at < now() - interval '30 days'
           order by o.at desc limit 1) as earlier,
          ${measures.map(({ value }, at) => `${value} as v${at}`).join(', ')}
        from ideal.account a
        left join lateral (select * from ideal.score s where s.tenant_id = $1 and s.account_id = $2
          order by s.at desc limit 1) s on true
        where a.tenant_id = $1 and a.account_id = $2`,
    },
  ])
  const account = (n: number) => 2_000_001 + ((n * 7919) % accounts)
  const pair = {
    work: detailWork(accounts),
    bound: detailBound,
    floor: (n: number): Call => ({
      method: 'GET',
      path: `/score?tenant=${stage.setup.tenantId}&account=${account(n)}`,
    }),
    steward: (n: number): Call => ({
      method: 'GET',
      path: `/api/health-management/scores/${account(n)}/?level=account&detail=true`,
    }),
  }
  return measurePair(stage, floor, pair, seconds)
}

/** The night's recompute and the detail of a score, over 12 measures. */
export async function benchHealth(
  stage: Stage,
  { accounts }: Scale,
  seconds: number,
  only: RegExp,
): Promise<{ night?: NightFigures; details: Row[] }> {
  const isDetail = only.test(detailWork(accounts))
  if (!isDetail && !only.test(nightlyWork)) return { details: [] }
  const measures = measuresOf(stage)
  await fillTouches(stage)
  const figures = await benchNight(stage, accounts, measures)
  // Or the database cleans up after the night while the details are measured.
  for (const table of ['score_entry', 'score_state', 'record'])
    await stage.client.query(`vacuum (analyze) ${table}`)
  return {
    night: figures,
    details: isDetail ? [await benchDetail(stage, accounts, measures, seconds)] : [],
  }
}
