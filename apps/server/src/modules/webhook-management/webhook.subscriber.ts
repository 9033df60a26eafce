import { bulkFinished } from '@steward/contracts/event/bulk.event'
import { emailImported, type EmailImported } from '@steward/contracts/event/email.event'
import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { successPlanChanged, type SuccessPlanChanged } from '@steward/contracts/event/success-plan.event'
import { taskChanged, type TaskChanged } from '@steward/contracts/event/task.event'
import { timelineLogged, type TimelineLogged } from '@steward/contracts/event/timeline.event'
import { transact } from '../../platform/db/database.ts'
import { handle, handleBatch, type Event, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { BulkService } from '../bulk/index.ts'
import { changesOf, type RecordChange } from '../change-log/index.ts'
import type { Admit } from './webhook.condition.ts'
import { importOccurrence, targetMet, type OtherOccurrences } from './other-occurrence.ts'
import { changedPlans, changedTasks, type ItemOccurrences } from './item-occurrence.ts'
import { dispatch, wants } from './webhook.dispatch.ts'
import { levelsOf, webhookReader, type ActFacts, type Occurrences } from './webhook.occurrence.ts'
import type { Occurrence } from './webhook.payload.rules.ts'
import type { StoredWebhook } from './webhook.store.ts'

/** Changes that are put together in one transaction: few enough that calls of people get their turn in between. */
const batchSize = 100

export interface SubscriberParts {
  active: TenantCache<StoredWebhook[]>
  occurrences: Occurrences
  others: OtherOccurrences
  items: ItemOccurrences
  admit: Admit
  bulk: Pick<BulkService, 'read'>
}

type Told = Event<RecordChanged>

/** Whether an event is about some of the records of its operation alone. */
const isPart = ({ payload: { recordIds, firstId, lastId } }: Told): boolean =>
  (recordIds ?? firstId ?? lastId) !== undefined

/** Events that can be read together, in their order: what a later one did to a record is sent later. */
function readingsOf(events: readonly Told[]): Told[][] {
  const readings: Told[][] = []
  for (const event of events) {
    const last = readings.at(-1)
    if (last && !isPart(event) && !isPart(last[0] as Told)) last.push(event)
    else readings.push([event])
  }
  return readings
}

/** Turns what happens into deliveries. Without an active webhook it costs a look into the cache. */
export function createWebhookSubscriber(platform: Platform, parts: SubscriberParts): Subscriber {
  const { database, clock } = platform
  const { active, occurrences, others, items: ofItems, admit, bulk } = parts

  async function send(tenantId: number, webhooks: StoredWebhook[], found: Occurrence[]): Promise<void> {
    if (found.length === 0) return
    const ids = [...new Set(found.flatMap(({ recordId }) => recordId ?? []))]
    const admitted = await admit(tenantId, webhooks, ids)
    await transact(database.tenant(tenantId), (tx) =>
      dispatch(tx, tenantId, { webhooks, admitted, occurrences: found, now: clock.now() }),
    )
  }

  async function handleChanges(tenantId: number, told: readonly Told[]): Promise<void> {
    const webhooks = await active.get(tenantId)
    if (webhooks.length === 0) return
    const events = new Set(webhooks.flatMap((webhook) => webhook.events))
    const levels = new Set(levelsOf(events).map(({ id }) => id))
    const concerned = told.filter(({ payload }) => levels.has(payload.level))
    for (const reading of readingsOf(concerned)) {
      const acts = new Map(
        reading.map(({ at, payload: { changeSetId, actor } }): [number, ActFacts] => [
          changeSetId,
          { at, actor: { kind: actor.kind, id: actor.id } },
        ]),
      )
      const payloads = reading.map(({ payload }) => payload)
      for await (const changes of changesOf(database.tenant(tenantId), tenantId, payloads, {
        size: batchSize,
      })) {
        const ofLevels = changes.filter((change: RecordChange) => change.level && levels.has(change.level))
        await send(tenantId, webhooks, await occurrences.ofChanges(tenantId, ofLevels, acts, events))
      }
    }
  }

  /** The active webhooks, where one of them wants an event. */
  async function wanting(tenantId: number, types: readonly string[]): Promise<StoredWebhook[]> {
    return (await active.get(tenantId)).filter((webhook) => types.some((type) => wants(webhook, type)))
  }

  async function handleBulk({ tenantId, at, payload: { jobId } }: Event<{ jobId: number }>): Promise<void> {
    const webhooks = await wanting(tenantId, ['import.finished'])
    if (webhooks.length === 0) return
    const found = importOccurrence(tenantId, await bulk.read(webhookReader(tenantId), jobId), at)
    if (found) await send(tenantId, webhooks, [found])
  }

  async function handleEmail({ tenantId, at, payload: { itemId, by } }: Event<EmailImported>): Promise<void> {
    const webhooks = await wanting(tenantId, ['email.synced'])
    if (webhooks.length === 0) return
    const act = { itemId, kind: 'email', act: 'create', version: 1, at, by } as const
    await send(tenantId, webhooks, await others.ofMails(tenantId, [act]))
  }

  async function handleLogged({ tenantId, at, payload }: Event<TimelineLogged>): Promise<void> {
    const webhooks = await active.get(tenantId)
    if (webhooks.length === 0) return
    const { act, by, items } = payload
    const events = new Set(webhooks.flatMap((webhook) => webhook.events))
    const acts = items.map((item) => ({ ...item, act, at, by }))
    await send(tenantId, webhooks, await others.ofItems(tenantId, acts, events))
  }

  async function handleTasks({ tenantId, at, payload }: Event<TaskChanged>): Promise<void> {
    await handleItems(tenantId, ofItems.tasks, changedTasks(at, payload))
  }

  async function handlePlans({ tenantId, at, payload }: Event<SuccessPlanChanged>): Promise<void> {
    const changed = changedPlans(at, payload)
    const { plans, milestones, kpis } = ofItems
    for (const kind of payload.of === 'plan' ? [plans] : [milestones, kpis]) {
      if (changed) await handleItems(tenantId, kind, changed)
    }
    await handleValues(tenantId, payload)
  }

  async function handleValues(tenantId: number, { itemIds, measuredAt }: SuccessPlanChanged): Promise<void> {
    const webhooks = measuredAt === null ? [] : await wanting(tenantId, [targetMet])
    if (measuredAt === null || webhooks.length === 0) return
    const from = new Date(measuredAt)
    const asked = { from, to: new Date(from.getTime() + 1), itemIds }
    await send(tenantId, webhooks, await others.ofTargets(tenantId, asked))
  }

  async function handleItems(
    tenantId: number,
    of: ItemOccurrences['tasks'],
    changed: ReturnType<typeof changedTasks>,
  ): Promise<void> {
    const webhooks = await wanting(tenantId, of.types)
    if (webhooks.length === 0) return
    const events = new Set(webhooks.flatMap((webhook) => webhook.events))
    for await (const found of of.ofEvent(tenantId, changed, events)) await send(tenantId, webhooks, found)
  }

  return {
    name: 'webhook-management',
    handlers: [
      handleBatch(recordChanged, handleChanges),
      handle(bulkFinished, handleBulk),
      handle(emailImported, handleEmail),
      handle(timelineLogged, handleLogged),
      handle(taskChanged, handleTasks),
      handle(successPlanChanged, handlePlans),
    ],
  }
}
