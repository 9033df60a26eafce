import { bulkFinished } from '@steward/contracts/event/bulk.event'
import { emailImported, type EmailImported } from '@steward/contracts/event/email.event'
import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { bulkTypes } from '@steward/contracts/plain/bulk-kind'
import { transact } from '../../platform/db/database.ts'
import { handle, handleBatch, type Event, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { BulkService } from '../bulk/index.ts'
import { changesOf, type RecordChange } from '../change-log/index.ts'
import type { Admit } from './webhook.condition.ts'
import { dispatch, wants } from './webhook.dispatch.ts'
import { levelsOf, webhookReader, type ActFacts, type Occurrences } from './webhook.occurrence.ts'
import type { Occurrence } from './webhook.payload.rules.ts'
import type { StoredWebhook } from './webhook.store.ts'

/** Changes that are put together in one transaction. */
const batchSize = 500

export interface SubscriberParts {
  active: TenantCache<StoredWebhook[]>
  occurrences: Occurrences
  admit: Admit
  bulk: Pick<BulkService, 'read'>
}

type Told = Event<RecordChanged>

/** Whether an event is about some of the records of its operation alone. */
const isPart = ({ payload: { recordIds, firstId, lastId } }: Told): boolean =>
  (recordIds ?? firstId ?? lastId) !== undefined

/** Events that can be read together. */
function readingsOf(events: readonly Told[]): Told[][] {
  const whole = events.filter((event) => !isPart(event))
  return [...(whole.length > 0 ? [whole] : []), ...events.filter(isPart).map((event) => [event])]
}

/** Turns what happens into deliveries. Without an active webhook it costs a look into the cache. */
export function createWebhookSubscriber(platform: Platform, parts: SubscriberParts): Subscriber {
  const { database, clock } = platform
  const { active, occurrences, admit, bulk } = parts

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

  async function handleBulk({ tenantId, at, payload: { jobId } }: Event<{ jobId: number }>): Promise<void> {
    const type = 'import.finished'
    const webhooks = (await active.get(tenantId)).filter((webhook) => wants(webhook, type))
    if (webhooks.length === 0) return
    const job = await bulk.read(webhookReader(tenantId), jobId)
    if (job.type === bulkTypes.massUpdate) return
    const actor = job.by.id === null ? null : { kind: 'person', id: job.by.id }
    const data = { record: null, changes: {}, actor, changeSet: job.changeSetId, version: null, import: job }
    const eventId = `evt_${tenantId}_job_${jobId}_import_finished`
    await send(tenantId, webhooks, [
      { eventId, type, at, changeSetId: job.changeSetId, recordId: null, data },
    ])
  }

  /** Who may read an email is decided on the timeline, so that the event says only where it is. */
  async function handleEmail({ tenantId, at, payload }: Event<EmailImported>): Promise<void> {
    const type = 'email.synced'
    const webhooks = (await active.get(tenantId)).filter((webhook) => wants(webhook, type))
    if (webhooks.length === 0) return
    const { by, ...email } = payload
    const actor = { kind: 'person', id: by }
    const data = { record: null, changes: {}, actor, changeSet: null, version: null, email }
    const eventId = `evt_${tenantId}_item_${payload.itemId}_email_synced`
    await send(tenantId, webhooks, [{ eventId, type, at, changeSetId: null, recordId: null, data }])
  }

  return {
    name: 'webhook-management',
    handlers: [
      handleBatch(recordChanged, handleChanges),
      handle(bulkFinished, handleBulk),
      handle(emailImported, handleEmail),
    ],
  }
}
