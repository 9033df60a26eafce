import { once, percentile, type Call } from '../load.ts'
import type { Stage } from '../stage.ts'

export interface MarkingFigures {
  unseen: number
  /** Milliseconds until one notification is marked as seen, and until all of them are; the middle of some rounds. */
  one: number
  all: number
}

const rounds = 60

const patch = (path: string): Call => ({ method: 'PATCH', path: `/api/notification/notification/${path}` })

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  )

/** Marks one notification and all of them by turns; before each turn all are unseen again. */
export async function benchMarking({ client, setup, steward }: Stage): Promise<MarkingFigures> {
  const recipient = [setup.tenantId, setup.userId]
  await client.query(
    'update notification set seen = false where tenant_id = $1 and recipient = $2',
    recipient,
  )
  await client.query('vacuum (analyze) notification')
  const { rows } = await client.query<{ id: number; unseen: number }>(
    `select min(notification_id)::int as id, count(*)::int as unseen from notification
     where tenant_id = $1 and recipient = $2`,
    recipient,
  )
  const { id = 0, unseen = 0 } = rows[0] ?? {}
  const figures = { one: [] as number[], all: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    await client.query(
      `update notification_unseen set epoch = 0, n = case category when 'bulkUpdate' then $3::int else 0 end
       where tenant_id = $1 and recipient = $2`,
      [...recipient, unseen - round],
    )
    figures.one.push(await millisecondsOf(() => once(steward, patch(String(id + round)))))
    figures.all.push(await millisecondsOf(() => once(steward, patch('all'))))
  }
  return { unseen, one: median(figures.one), all: median(figures.all) }
}
