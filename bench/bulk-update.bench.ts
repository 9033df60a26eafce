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

/** The floor: one bare UPDATE of the same number of rows in the ideal table. */
async function bareUpdate({ client, setup }: Stage, rows: number): Promise<number> {
  const from = performance.now()
  await client.query('update ideal.account set f3 = 4711, updated_at = now() where tenant_id = $1', [
    setup.tenantId,
  ])
  return rows / ((performance.now() - from) / 1000)
}

/** Sets a custom number of every account, chosen by a filter, through the API, beside one bare UPDATE. */
export async function benchBulkUpdate(stage: Stage, rows: number): Promise<BulkUpdateFigures> {
  const updateRate = await bareUpdate(stage, rows)
  const from = performance.now()
  const started = (await once(stage.steward, {
    method: 'POST',
    path: '/api/core/entity/bulk',
    body: {
      type: 'massUpdate',
      level: 'account',
      selection: { filter: '' },
      change: { data: { number_3: 4711 } },
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
