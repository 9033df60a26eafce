import { once } from './load.ts'
import type { Stage } from './stage.ts'

export interface BulkUpdateFigures {
  rows: number
  /** Records per second. */
  updateRate: number
  rate: number
}

interface Job {
  jobId: number
  state: number
  failure: string | null
  counts: { update: number }
}

/** What is set, and the ideal table beside: one with the indexes that lists need, or with one for each column. */
export interface BulkUpdate {
  table: 'ideal.account' | 'ideal.typed'
  value: number
}

/** The floor: one bare UPDATE of the same number of rows in the ideal table. */
async function bareUpdate(
  { client, setup }: Stage,
  rows: number,
  { table, value }: BulkUpdate,
): Promise<number> {
  const from = performance.now()
  await client.query(`update ${table} set f3 = $2, updated_at = now() where tenant_id = $1`, [
    setup.tenantId,
    value,
  ])
  return rows / ((performance.now() - from) / 1000)
}

/** Sets a custom number of every account, chosen by a filter, through the API, beside one bare UPDATE. */
export async function benchBulkUpdate(
  stage: Stage,
  rows: number,
  update: BulkUpdate = { table: 'ideal.account', value: 4711 },
): Promise<BulkUpdateFigures> {
  const updateRate = await bareUpdate(stage, rows, update)
  const from = performance.now()
  const started = (await once(stage.steward, {
    method: 'POST',
    path: '/api/core/entity/bulk',
    body: {
      type: 'massUpdate',
      level: 'account',
      selection: { filter: '' },
      change: { data: { number_3: update.value } },
    },
  })) as { data: Job }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { data: job } = (await once(stage.steward, {
      method: 'GET',
      path: `/api/core/entity/bulk/${started.data.jobId}`,
    })) as { data: Job }
    if (job.state === 30) throw new Error(`The bulk update stopped: ${job.failure}`)
    if (job.state !== 40) continue
    if (job.counts.update !== rows) throw new Error(`${job.counts.update} of ${rows} records were changed`)
    return { rows, updateRate, rate: rows / ((performance.now() - from) / 1000) }
  }
}
