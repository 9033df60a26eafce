import type { AttemptResult } from '../src/platform/outbox/outbox.ts'
import type { TestApp } from './harness.ts'

/** Has the transport of a channel attempt to send an entry once, as the outbox would. */
export async function attemptToSend(
  test: TestApp,
  channel: string,
  payload: unknown,
): Promise<AttemptResult> {
  const { modules, platform } = test.application
  const transport = modules.modules.flatMap((part) => part.transports?.[channel] ?? [])[0]
  if (!transport) throw new Error(`No module sends on the channel ${channel}`)
  const entry = { itemId: 1, lane: 'test', key: 'test', attempt: 1, createdAt: platform.clock.now() }
  const context = { signal: AbortSignal.timeout(transport.deadline * 1000), log: platform.log }
  return transport.send({ ...entry, tenantId: test.tenantId, payload }, context)
}
