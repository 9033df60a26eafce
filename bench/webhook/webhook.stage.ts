import { setTimeout as wait } from 'node:timers/promises'
import { once } from '../load.ts'
import { startProgram, type Stage } from '../stage.ts'

/** What an endpoint has got. */
export interface Received {
  calls: number
  events: number
  /** When the latest call came. */
  at: number
}

export interface Receiver {
  url: string
  read(): Promise<Received>
  reset(): Promise<void>
  stop(): Promise<void>
}

/** An endpoint in a process of its own. */
export async function startReceiver(): Promise<Receiver> {
  const { port, stop } = await startProgram('bench/webhook/receiver.ts')
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    read: async () => (await (await fetch(url)).json()) as Received,
    reset: async () => void (await fetch(`${url}/reset`)),
    stop,
  }
}

const webhooks = '/api/webhook-management/webhooks'

export async function addWebhook({ steward }: Stage, form: object): Promise<number> {
  const { data } = (await once(steward, { method: 'POST', path: webhooks, body: form })) as {
    data: { webhookId: number }
  }
  return data.webhookId
}

export async function deleteWebhooks({ steward }: Stage, ids: readonly number[]): Promise<void> {
  for (const id of ids) await once(steward, { method: 'DELETE', path: `${webhooks}/${id}` })
}

/** Waits until a condition holds. */
export async function untilTrue(holds: () => Promise<boolean>, every = 50): Promise<void> {
  while (!(await holds())) await wait(every)
}
