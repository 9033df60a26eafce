import type pg from 'pg'
import { findingsAbout, type Finding } from './finding.ts'
import { databaseCheck } from './surroundings.ts'

const { ok, note, warning } = findingsAbout('Processes')

const sql = `
  select coalesce(host(a.client_addr), 'this machine') as address, count(*)::int as processes
  from pg_stat_activity a
  where a.datname = current_database() and a.application_name = $1 group by 1 order by 1`

interface Group {
  address: string
  processes: number
}

async function groupsOf(client: pg.Client, application: string): Promise<Group[]> {
  return (await client.query<Group>(sql, [application])).rows
}

const inWords = (groups: readonly Group[]) =>
  groups.map(({ address, processes }) => `${processes} at ${address}`).join(', ')

/** Who works on the database now: every process listens for notices, every worker holds a connection of its own. */
export const checkProcesses = databaseCheck(async (client, config): Promise<Finding[]> => {
  const all = await groupsOf(client, 'steward-notices')
  const workers = await groupsOf(client, 'steward-worker')
  if (all.length === 0) return [note('No Steward process uses the database.')]
  const count = all.reduce((sum, { processes }) => sum + processes, 0)
  const shared = count > 1 && !config.secretKeys
  return [
    ok(`Steward runs: ${inWords(all)}.`),
    workers.length === 0
      ? warning(
          'No process is a worker: imports, exports, mails and calculated values wait.',
          'Start one with ROLES=worker.',
        )
      : ok(`Workers: ${inWords(workers)}.`),
    ...(shared && all.length > 1
      ? [
          warning(
            'Processes on several machines need the same SECRET_KEY, and it is not set here.',
            'Use the same value for all of them.',
          ),
        ]
      : []),
  ]
})
