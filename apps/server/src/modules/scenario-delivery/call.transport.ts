import { createHmac } from 'node:crypto'
import type { HttpOut } from '../../platform/http-out/http-out.ts'
import type { Transport } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { attemptResultOf, callEndpoint } from '../webhook-management/index.ts'
import type { StoredDelivery } from './delivery.store.ts'
import { createSending, type Sent, type SendingParts } from './sending.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour]

export const callDeadline = 15

/** Statuses of the client's kind after which another attempt may go well. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

const secretOf = (key: Buffer, tenantId: number): string =>
  `whsec_${createHmac('sha256', key).update(String(tenantId)).digest('base64')}`

/** What signs the calls of a company. It follows from the key of the instance. */
export const callSecret = (secrets: Secrets, tenantId: number): string =>
  secretOf(secrets.key('scenario-call'), tenantId)

/** Calls the addresses that scenarios name, signed as Standard Webhooks has it. */
export function createCallTransport(
  platform: Platform,
  { http, ...neighbours }: Pick<SendingParts, 'scenarios' | 'runs'> & { http: Pick<HttpOut, 'fetch'> },
): Transport {
  const { clock, secrets } = platform

  async function send(tenantId: number, delivery: StoredDelivery, signal: AbortSignal): Promise<Sent> {
    const { body } = delivery.content as { body: string }
    // Those of older keys too, so that replacing the key of the instance breaks no receiver.
    const signing = secrets.keys('scenario-call').map(({ key }) => secretOf(key, tenantId))
    const call = await callEndpoint(
      http,
      {
        endpoint: delivery.target,
        credentials: { secrets: signing, authentication: { type: 'none' }, headers: [] },
        messageId: `scenario_${tenantId}_${delivery.deliveryId}`,
        at: clock.now(),
        body,
      },
      signal,
    )
    const result = attemptResultOf(call, clock.now())
    const isRefused =
      call.status !== null && call.status >= 400 && call.status < 500 && !passing.has(call.status)
    return isRefused ? { ...result, isFinal: true } : result
  }

  return createSending(platform, { ...neighbours, deadline: callDeadline, pauses, send })
}
