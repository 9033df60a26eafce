import type { World } from '../world.ts'
import type { Work } from './work.ts'

const notesAtFullScale = 60

/** The webhook of the round that runs. */
export interface RoundHook {
  webhookId: number
  path: string
}

let current: RoundHook | undefined

/** Throws between rounds. */
export function currentHook(): RoundHook {
  if (!current) throw new Error('No webhook is at work')
  return current
}

export const hookForm = (endpoint: string, events = ['note.created']) => ({ endpoint, events })

/** Logs notes one after the other; the ids of those of which it was said that they are there. */
async function logAll(world: World, tag: string, count: number, acknowledged: Set<number>): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const form = { level: 'account', parentIdentifier: world.furniture.accountId, title: `${tag}-${at}` }
    const answer = await world.client.call('POST', '/core/notes', form).catch(() => undefined)
    if (answer?.status === 200) acknowledged.add(answer.body.data.noteId)
  }
}

interface DeliveryRow {
  id: string
  state: string
  /** Attempts, and those of them that were recorded as delivered. */
  attempts: number
  delivered: number
}

const deliveriesOf = (world: World, webhookId: number) =>
  world.sql<DeliveryRow>(
    `select i.payload ->> 'id' as id, i.state, count(a.attempt)::int as attempts,
       count(*) filter (where a.outcome = 'delivered')::int as delivered
     from outbox_item i left join outbox_attempt a using (tenant_id, item_id)
     where i.lane = $1 group by i.item_id, 1, 2`,
    [`webhook:${webhookId}`],
  )

/** What is wrong with a delivery, beside the calls that came with its id. */
function faultsOfDelivery({ id, state, attempts, delivered }: DeliveryRow, calls: number): string[] {
  const faults: string[] = []
  if (state !== 'delivered') faults.push(`delivery ${id} is ${state}`)
  if (delivered > 1) faults.push(`delivery ${id} was recorded as delivered ${delivered} times`)
  if (calls < delivered) faults.push(`delivery ${id} was recorded and never came`)
  if (calls > attempts) faults.push(`delivery ${id} came ${calls} times, with ${attempts} attempts recorded`)
  return faults
}

export const webhookWork: Work = {
  name: 'webhooks',
  async start(world, _random, tag) {
    const { client, hooks, furniture, sql } = world
    const path = `/${tag}`
    const { data } = await client.post('/webhook-management/webhooks', hookForm(`${hooks.url}${path}`))
    const hook = { webhookId: data.webhookId as number, path }
    current = hook
    const acknowledged = new Set<number>()
    const count = Math.max(10, Math.round(notesAtFullScale * furniture.scale))
    let isDone = false
    void logAll(world, tag, count, acknowledged).then(() => (isDone = true))
    /** Notes whose title begins so: those of this work, or all, with those that single writes log beside it. */
    const noteIds = async (beginning: string) => {
      const text = `select item_id::int as id from timeline_item where kind = 1 and title like $1 || '%'`
      return (await sql<{ id: number }>(text, [beginning])).map(({ id }) => id)
    }
    const own = `${tag}-`
    const eventOf = (id: number) => `evt_${furniture.tenantId}_item_${id}_1_note_created`
    return {
      async isOver() {
        if (!isDone) return false
        const [rows, notes] = await Promise.all([deliveriesOf(world, hook.webhookId), noteIds(own)])
        return rows.length >= notes.length && rows.every(({ state }) => state !== 'waiting')
      },
      async check() {
        const [rows, notes] = await Promise.all([deliveriesOf(world, hook.webhookId), noteIds(own)])
        const calls = Map.groupBy(hooks.calls(path), ({ id }) => id)
        const all = new Set((await noteIds('')).map(eventOf))
        const faults = [
          ...[...acknowledged].filter((id) => !notes.includes(id)).map((id) => `note ${id} was lost`),
          ...notes.filter((id) => !calls.has(eventOf(id))).map((id) => `the event of note ${id} never came`),
          ...[...calls.keys()].filter((id) => !all.has(id)).map((id) => `${id} came of nothing`),
          ...[...calls].flatMap(([id, some]) =>
            new Set(some.map(({ body }) => body)).size > 1 ? [`${id} came with different bytes`] : [],
          ),
          ...rows.flatMap((row) => faultsOfDelivery(row, calls.get(row.id)?.length ?? 0)),
        ]
        current = undefined
        await client.call('DELETE', `/webhook-management/webhooks/${hook.webhookId}`)
        return faults
      },
    }
  },
}
