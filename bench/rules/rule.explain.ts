import { Agent } from 'node:http'
import type pg from 'pg'
import { request, type Call } from '../load.ts'
import type { Stage } from '../stage.ts'

/** What a rule is explained by: Steward's call, and the statements of the ideal, whose $1 is the tenant. */
export interface Explained {
  title: string
  call: Call
  ideal: readonly string[]
}

/** The statement that Steward's calls ended with. */
async function lastStatement(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select query from pg_stat_activity
    where application_name = 'steward' and query like '%record\\_slot%' order by query_start desc limit 1`)
  return rows[0]?.query ?? ''
}

async function planOf(client: pg.Client, text: string): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`)
  return rows.map((row) => `      ${row['QUERY PLAN']}`).join('\n')
}

/** Prints for each of these rules Steward's statement with its plan, and the plans of the ideal. */
export async function explainRules(stage: Stage, rules: readonly Explained[]): Promise<void> {
  const { client, setup } = stage
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await client.query('set max_parallel_workers_per_gather = 0; set jit = off')
  for (const { title, call, ideal } of rules) {
    process.stderr.write(`\n  ${title}\n`)
    await request(agent, stage.steward, call)
    const text = await lastStatement(client)
    await client.query(`set role steward_app; set app.tenant_id = '${setup.tenantId}'`)
    process.stderr.write(`    Steward: ${text}\n${await planOf(client, text)}\n`)
    await client.query('reset role; reset app.tenant_id')
    for (const statement of ideal) {
      const own = statement.replace('$1', String(setup.tenantId))
      process.stderr.write(`    Ideal: ${own}\n${await planOf(client, own)}\n`)
    }
  }
  await client.query('reset max_parallel_workers_per_gather; reset jit')
  agent.destroy()
}
