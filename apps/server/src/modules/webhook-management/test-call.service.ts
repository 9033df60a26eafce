import { randomUUID } from 'node:crypto'
import type { BulkJob } from '@steward/contracts/bulk'
import type { MailMessage } from '@steward/contracts/email'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { findWebhookEvent, webhookTestFailure } from '@steward/contracts/plain/webhook'
import { listQuerySchema, type RecordBody } from '@steward/contracts/record'
import type { Kpi, Milestone } from '@steward/contracts/success-plan/item'
import type { SuccessPlan } from '@steward/contracts/success-plan/plan'
import type { Task } from '@steward/contracts/task'
import type { TimelineItem } from '@steward/contracts/timeline'
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

function samplePart(kind: 'milestone' | 'kpi'): Partial<EventData> {
  const part = { itemId: 1, successPlanId: 1, version: 1, completionPercent: 50 }
  if (kind === 'kpi') return { kpi: { ...part, kind: 'KPI', kpiName: 'Sample KPI' } as unknown as Kpi }
  return { milestone: { ...part, kind: 'MILESTONE', name: 'Sample milestone' } as unknown as Milestone }
}

/** Made-up data of events that are about no record. */
function sampleOf(type: string, at: Date): Partial<EventData> {
  const [kind = ''] = type.split('.')
  const record = { level: 2, id: 1, name: 'Sample account' } as const
  const shared = { itemId: 1, record, linked: [], occurredAt: at.toISOString(), author: null, files: [] }
  if (kind === 'import') {
    const job = { jobId: 1, level: 2, fileName: 'sample.csv', counts: { create: 1, update: 0 } }
    return { import: job as unknown as BulkJob }
  }
  if (kind === 'email') {
    const from = { name: 'Sample contact', address: 'contact@example.com' }
    const email = { ...shared, messageId: 1, threadId: 1, from, subject: 'Sample email', text: 'Sample' }
    return { email: email as unknown as MailMessage, records: [record] }
  }
  if (kind === 'task') {
    const task = { taskId: 1, version: 1, title: 'Sample task', status: 'OPEN', priority: 'NORMAL', record }
    return { task: task as unknown as Task, version: 1 }
  }
  if (kind === 'success_plan') {
    const plan = { successPlanId: 1, version: 1, name: 'Sample plan', statusName: 'In progress', record }
    return { successPlan: plan as unknown as SuccessPlan, version: 1 }
  }
  if (kind === 'milestone' || kind === 'kpi') return { ...samplePart(kind), records: [record], version: 1 }
  if (!findWebhookEvent(type)?.isLogged) return {}
  const item = { ...shared, kind, title: `Sample ${kind}`, text: 'Sample', version: 1, details: {} }
  return { item: item as unknown as TimelineItem, version: 1 }
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

  async function bodyFor(
    tenantId: number,
    type: string,
    { includedFields, thin }: Pick<WebhookTest, 'includedFields' | 'thin'>,
  ): Promise<string> {
    const record = await recordFor(tenantId, type)
    const at = clock.now()
    const data: EventData = {
      record,
      changes: {},
      actor: null,
      changeSet: null,
      version: record?.version ?? null,
      ...sampleOf(type, at),
    }
    const one = { eventId: 'evt_sample', type, at, changeSetId: null, recordId: null, data }
    return `${payloadOf(one, { includedFields, isThin: thin, isAlone: false }).slice(0, -1)},"test":true}`
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
        body: await bodyFor(tenantId, type, input),
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
