import type { Client } from '../../faults/client.ts'
import { importFile, readJob, type ImportJob } from '../../faults/import-file.ts'
import { until } from '../../faults/until.ts'
import type { Cluster } from './cluster.ts'

/** Work for the workers, as far as it was acknowledged. */
export interface StartedJobs {
  /** Imports of so many rows, by the tag that their external ids begin with. */
  readonly imports: Map<string, { jobId: number; rows: number }>
  readonly bulkUpdates: number[]
  /** Subjects of mails of which it was said that they go out. */
  readonly mails: Set<string>
}

const patience = 90_000

/** Does something until it is acknowledged; what was not is left as it is, and another name is taken. */
async function insist<T>(attempt: (serial: number) => Promise<T>): Promise<T> {
  for (let serial = 1; ; serial += 1) {
    try {
      return await attempt(serial)
    } catch (error) {
      if (serial === 20) throw error
    }
  }
}

/** Starts an import, a bulk update of it, and mails. */
export async function startJobs(
  client: Client,
  started: StartedJobs,
  { tag, userId, organizationId }: { tag: string; userId: number; organizationId: number },
): Promise<void> {
  const rows = 800
  await insist(async (serial) => {
    const name = `${tag}.${serial}`
    const jobId = await importFile(client, {
      level: 'account',
      fields: ['externalId', 'name'],
      rows: Array.from({ length: rows }, (_, at) => [`${name}-${at}`, `Account ${name} ${at}`]),
    })
    started.imports.set(name, { jobId, rows })
  })
  started.bulkUpdates.push(
    await insist(async () => {
      const change = { data: { about: `By ${tag}` } }
      const body = { type: 'massUpdate', level: 'account', selection: { filter: '' }, change }
      return (await client.post('/core/entity/bulk', body)).data.jobId
    }),
  )
  for (let serial = 1; serial <= 8; serial += 1) {
    const subject = `Mail ${tag} ${serial}`
    const form = { subject, body: 'Dear Ada', to: ['Ada Byron <ada@customer.test>'] }
    const of = { level: 'organization', parentIdentifier: organizationId }
    const answer = await client
      .call('POST', `/email-v3/users/${userId}/email-threads`, { ...of, ...form })
      .catch(() => undefined)
    if (answer?.status === 200) started.mails.add(subject)
  }
}

/**
 * What still waits to be done; comes to nothing when workers live. A job that is replaced while it works loses its
 * key and all its attempts: when its process is killed then, the other does its work, and it stays as it is.
 */
const waiting = `
  select 'event ' || type as what from event
  union all select 'bulk job ' || job_id || ' at ' || rows_read from bulk_job where state in (10, 20)
  union all select 'mail ' || subject from email_message where state = 1
  union all select concat_ws(' ', 'job', t.identifier, j.attempts, j.locked_by, j.last_error,
      'in queue ' || q.queue_name, 'locked since ' || q.locked_at::text, 'by ' || q.locked_by)
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.run_at <= now() + interval '1 minute'
      and not (j.attempts = j.max_attempts and j.key is null)`

/** Resolves when everything is done; rejects with what is not. */
export async function settle({ sql }: Cluster): Promise<void> {
  let left: string[] = []
  const isDone = async () => {
    left = (await sql<{ what: string }>(waiting)).map(({ what }) => what)
    return left.length === 0
  }
  await until('Everything done', patience, isDone).catch((error: unknown) => {
    throw new Error(`${left.length} still wait: ${left.slice(0, 10).join('; ')}`, { cause: error })
  })
}

/** Of imports and bulk updates: what of them is not as it was to be. */
export async function checkBulk(cluster: Cluster, client: Client, started: StartedJobs): Promise<string[]> {
  const faults: string[] = []
  const note = (what: string, job: ImportJob, isRight: boolean) => {
    if (!isRight || job.state !== 40) faults.push(`${what}: ${JSON.stringify(job)}`)
  }
  for (const [tag, { jobId, rows }] of started.imports) {
    const job = await readJob(client, jobId)
    note(`Import ${tag}`, job, job.counts['create'] === rows)
    const [found] = await cluster.sql<{ n: number; ids: number; creations: number }>(
      `select count(*)::int n, count(distinct external_id)::int ids,
         coalesce(sum((select count(*) from change c where c.tenant_id = r.tenant_id
           and c.record_id = r.record_id and c.kind = 1)), 0)::int creations
       from record r where external_id like $1 || '-%'`,
      [tag],
    )
    if (found?.n !== rows || found.ids !== rows || found.creations !== rows) {
      faults.push(`Import ${tag} made ${JSON.stringify(found)} of ${rows}`)
    }
  }
  for (const jobId of started.bulkUpdates) {
    const job = await readJob(client, jobId)
    note(`Bulk update ${jobId}`, job, job.counts['refused'] === 0)
    const [found] = await cluster.sql<{ n: number; most: number }>(
      `select count(*)::int n, coalesce(max(times), 0)::int most from (
         select count(*) times from change c join bulk_job b using (tenant_id, change_set_id)
         where b.job_id = $1 group by c.record_id) t`,
      [jobId],
    )
    const { update = 0 } = job.counts
    if (found?.n !== update || found.most > 1) {
      faults.push(`Bulk update ${jobId} told of ${update} and wrote ${JSON.stringify(found)}`)
    }
  }
  return faults
}

/**
 * Of mails: what was lost or sent as another one. The same one may come twice where a process died between the
 * answer of the mail server and its own note; it has the same Message-ID then.
 */
export async function checkMails(cluster: Cluster, started: StartedJobs): Promise<string[]> {
  const rows = await cluster.sql<{ subject: string; state: number }>(
    'select subject, state from email_message',
  )
  const sent = [...cluster.mails.taken.values()]
  const subjects = new Set([...started.mails, ...rows.map(({ subject }) => subject)])
  return [...subjects].flatMap((subject) => {
    const stored = rows.filter((row) => row.subject === subject)
    const ids = sent.filter((mail) => mail.subject === subject).length
    const isRight = stored.length === 1 && stored[0]?.state === 2 && ids === 1
    return isRight ? [] : [`"${subject}" is stored as ${JSON.stringify(stored)} and came as ${ids} mails`]
  })
}
