import { Agent } from 'node:http'
import pg from 'pg'
import { page, settle } from '../calls.bench.ts'
import { percentile, request, type Call } from '../load.ts'
import { randomRules, type RandomRule } from './rule.random.ts'
import type { Stage } from '../stage.ts'
import { idealColumns } from '../workload.ts'
import { explainRules } from './rule.explain.ts'

/** The ratio of Steward's time to that of the ideal, over all rules, and the milliseconds of Steward. */
export interface RuleFigures {
  when: 'first use' | 'with indexes'
  rules: number
  p50: number
  p95: number
  worst: number
  ms: { p50: number; p95: number }
}

/** Each rule is timed so often on both sides in turn. */
const rounds = 3

/** Someone writes a record, by what lists know of it: what was counted before holds no more. */
const makeCountsStale = 'update value_change set n = n + 1 where field_id = 0'

const condition = (rule: RandomRule): string => rule.conditions.map(({ ideal }) => ideal).join(' and ')

/** The typed table with one index for each column that rules name. */
async function makeTyped(stage: Stage): Promise<void> {
  const { client, setup } = stage
  const indexes = idealColumns(setup.fields)
    .filter(({ type }) => type !== 'text')
    .map(({ name }) => `create index on ideal.typed (${name})`)
  await client.query(`create table ideal.typed as select * from ideal.account;
    alter table ideal.typed add primary key (tenant_id, account_id); ${indexes.join(';')}`)
  await client.query('vacuum (analyze) ideal.typed')
}

const shown = 'account_id, name, external_id, stage_id, f1, f2, f3, f19, f20, f25'
const shownNames = 'number_1,number_2,number_3,date_1,date_2,choice_1'

/** The floor of a rule: two prepared statements, on a connection of its own. */
function floorOf(rule: RandomRule, at: number) {
  const where = `tenant_id = $1 and ${condition(rule)}`
  const order = `${rule.sort.ideal} ${rule.isDescending ? 'desc' : 'asc'} nulls last, account_id`
  return [
    { name: `count_${at}`, text: `select count(*) from ideal.typed where ${where}` },
    {
      name: `page_${at}`,
      text: `select ${shown} from ideal.typed where ${where} order by ${order} limit 50`,
    },
  ]
}

const callOf = (rule: RandomRule): Call => ({
  method: 'GET',
  path: `/api/core/accounts?${page({
    pageSize: 50,
    sort: `${rule.isDescending ? '-' : ''}${rule.sort.name}`,
    columns: shownNames,
    filter: JSON.stringify({ and: rule.conditions.map(({ filter }) => filter) }),
  })}`,
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** A rule with the milliseconds of both sides. */
interface Measured {
  rule: RandomRule
  own: number
  least: number
  count: number
}

const titleOf = ({ rule, own, least, count }: Measured): string =>
  `${(own / least).toFixed(2)} ${own.toFixed(1)} / ${least.toFixed(1)} ms, ${count} match: ${condition(rule)} order by ${rule.sort.ideal}`

/** Explains the rules with the greatest ratios. */
async function explainWorst(stage: Stage, measured: readonly Measured[], most: number): Promise<void> {
  const worst = measured.toSorted((a, b) => b.own / b.least - a.own / a.least).slice(0, most)
  const explained = worst.map((one) => ({
    title: titleOf(one),
    call: callOf(one.rule),
    ideal: floorOf(one.rule, 0).map(({ text }) => text),
  }))
  await explainRules(stage, explained)
}

async function measureRules(
  stage: Stage,
  rules: readonly RandomRule[],
  when: RuleFigures['when'],
): Promise<Measured[]> {
  const scans = when === 'first use' ? ' -c enable_indexscan=off -c enable_bitmapscan=off' : ''
  const floor = new pg.Client({
    connectionString: stage.url,
    options: `-c jit=off -c max_parallel_workers_per_gather=0${scans}`,
  })
  await floor.connect()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const measured: Measured[] = []
  for (const [at, rule] of rules.entries()) {
    const statements = floorOf(rule, at)
    const values = [stage.setup.tenantId]
    const askFloor = async () => {
      let count = 0
      for (const statement of statements) {
        const { rows } = await floor.query({ ...statement, values })
        if (rows[0]?.count !== undefined) count = Number(rows[0].count)
      }
      return count
    }
    // The first time a connection prepares the statements.
    const count = await askFloor()
    let [least, own] = [Infinity, Infinity]
    for (let round = 0; round < rounds; round += 1) {
      least = Math.min(least, await timed(askFloor))
      let text = ''
      await stage.client.query(makeCountsStale)
      own = Math.min(
        own,
        await timed(async () => {
          const reply = await request(agent, stage.steward, callOf(rule))
          if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`)
          text = reply.text
        }),
      )
      const found = Number(/"totalItemCount":(\d+)/.exec(text.slice(text.lastIndexOf('],"itemCount"')))?.[1])
      if (found !== count) throw new Error(`Steward finds ${found} and not ${count}: ${condition(rule)}`)
    }
    for (const { name } of statements) await floor.query(`deallocate "${name}"`)
    measured.push({ rule, own, least, count })
  }
  agent.destroy()
  await floor.end()
  return measured
}

const ascending = (list: number[]): number[] => list.toSorted((a, b) => a - b)

function figuresOf(when: RuleFigures['when'], measured: readonly Measured[]): RuleFigures {
  const ratios = ascending(measured.map(({ own, least }) => own / least))
  const times = ascending(measured.map(({ own }) => own))
  return {
    when,
    rules: measured.length,
    p50: percentile(ratios, 0.5),
    p95: percentile(ratios, 0.95),
    worst: ratios.at(-1) ?? 0,
    ms: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
  }
}

/** While it is withdrawn, requests for indexes fail, and lists answer as they do when a field is first used. */
const asking = (can: boolean): string =>
  `${can ? 'grant' : 'revoke'} insert on field_index ${can ? 'to' : 'from'} steward_app`

/** Does some work while every field that rules name has its indexes, on both sides. */
export async function withAllIndexes<T>(
  stage: Stage,
  { seed, count }: { seed: number; count: number },
  work: () => Promise<T>,
): Promise<T> {
  await makeTyped(stage)
  await settle(stage, randomRules(stage.setup.fields, seed, count).map(callOf))
  const done = await work()
  await stage.client.query('drop table ideal.typed')
  return done
}

/**
 * Times random rules beside the same on a typed table: before there are any indexes, and with all of them. The worst of
 * these are explained, if that is asked for.
 */
export async function benchRules(
  stage: Stage,
  { seed, count, explained }: { seed: number; count: number; explained: number },
): Promise<RuleFigures[]> {
  await makeTyped(stage)
  const rules = randomRules(stage.setup.fields, seed, count)
  await stage.client.query('delete from field_index')
  await stage.client.query(asking(false))
  const first = await measureRules(stage, rules, 'first use')
  await stage.client.query(asking(true))
  await settle(stage, rules.map(callOf))
  const later = await measureRules(stage, rules, 'with indexes')
  if (explained > 0) await explainWorst(stage, later, explained)
  await stage.client.query('drop table ideal.typed')
  return [figuresOf('first use', first), figuresOf('with indexes', later)]
}
