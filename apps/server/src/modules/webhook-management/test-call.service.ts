import { randomUUID } from 'node:crypto'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { findWebhookEvent, webhookTestFailure } from '@steward/contracts/plain/webhook'
import { listQuerySchema, type RecordBody } from '@steward/contracts/record'
import type { WebhookCall, WebhookTest } from '@steward/contracts/webhook-delivery'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { HttpOut } from '../../platform/http-out/http-out.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { RecordLists } from '../record-list/index.ts'
import { callEndpoint } from './webhook.call.ts'
import { newSecret, openCredentials, sealCredentials, sealSecret } from './webhook.credentials.ts'
import { webhookReader } from './webhook.occurrence.ts'
import { payloadOf, type EventData } from './webhook.payload.rules.ts'
import type { Webhooks } from './webhook.service.ts'
import { callDeadline } from './webhook.transport.ts'

export interface TestNeighbours {
  audit: Pick<AuditService, 'write'>
  lists: Pick<RecordLists, 'list'>
  http: Pick<HttpOut, 'fetch'>
  webhooks: Pick<Webhooks, 'check' | 'find'>
}

function madeUp(level: LevelId): RecordBody {
  const globalFields = { name: `Sample ${levelOf(level).name}`, entityArchived: false, churned: false }
  return {
    [levelOf(level).idKey]: 1,
    level,
    version: 1,
    globalFields,
    customFields: {},
  } as unknown as RecordBody
}

/** Sends a sample to an endpoint, by the same code that sends events. */
export function createTestCalls(platform: Platform, { audit, lists, http, webhooks }: TestNeighbours) {
  const { clock, database, secrets } = platform

  /** A record of the company where it has one. */
  async function recordFor(tenantId: number, type: string): Promise<RecordBody | null> {
    const event = findWebhookEvent(type)
    if (!event?.level) return null
    const pipelineType = { opportunity: 1, risk: 2 }[event.subject]
    const query = listQuerySchema.parse({ pageSize: 1, ...(pipelineType && { pipelineType }) })
    const { data } = (await lists.list(webhookReader(tenantId), event.level, query)).read()
    return data[0] ?? madeUp(event.level)
  }

  async function bodyFor(tenantId: number, type: string, includedFields: string[] | null): Promise<string> {
    const record = await recordFor(tenantId, type)
    const data: EventData = {
      record,
      changes: {},
      actor: null,
      changeSet: null,
      version: record?.version ?? null,
    }
    const at = clock.now()
    const one = { eventId: 'evt_sample', type, at, changeSetId: null, recordId: null, data }
    return `${payloadOf(one, includedFields).slice(0, -1)},"test":true}`
  }

  return async (actor: Actor, input: WebhookTest): Promise<WebhookCall> => {
    const { tenantId } = actor
    await webhooks.check(actor, input)
    const stored = input.webhookId === undefined ? undefined : await webhooks.find(actor, input.webhookId)
    const type = input.event ?? (input.events[0] as string)
    const kept = sealCredentials(secrets, input, stored)
    const previous = stored ?? { previousSecret: null, previousUntil: null }
    const secret = stored?.secret ?? sealSecret(secrets, newSecret())
    const at = clock.now()
    const { isSent: _sent, ...call } = await callEndpoint(
      http,
      {
        endpoint: input.endpoint,
        credentials: openCredentials(secrets, { ...previous, ...kept, secret }, at),
        messageId: `test_${randomUUID().replaceAll('-', '')}`,
        at,
        body: await bodyFor(tenantId, type, input.includedFields),
        isTest: true,
      },
      AbortSignal.timeout(callDeadline * 1000),
    )
    const { host } = new URL(input.endpoint)
    await audit.write(database.tenant(tenantId), tenantId, {
      action: 'webhook.tested',
      summary: `Sample data sent to ${host}: ${call.result}`,
      actor,
      subject: { kind: 'webhook', id: input.webhookId ?? null, name: host },
      details: { event: type, status: call.status },
    })
    if (call.result === 'Success') return call
    throw new AppError('conflict', 'webhook.test_failed', webhookTestFailure, factsOf(call))
  }
}

/** How a failed call went, as texts. */
function factsOf({ status, failure, durationMs, ...call }: WebhookCall): Record<string, string> {
  return {
    result: call.result,
    ...(status === null ? {} : { status: String(status) }),
    failure: failure ?? '',
    durationMs: String(durationMs),
    requestHeaders: JSON.stringify(call.requestHeaders),
    requestBody: call.requestBody,
    responseHeaders: JSON.stringify(call.responseHeaders),
    responseBody: call.responseBody,
  }
}

export type SendTest = ReturnType<typeof createTestCalls>
