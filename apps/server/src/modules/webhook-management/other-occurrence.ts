import type { BulkJob } from '@steward/contracts/bulk'
import type { MailMessage } from '@steward/contracts/email'
import { loggedKinds, type TimelineLogged } from '@steward/contracts/event/timeline.event'
import { bulkTypes } from '@steward/contracts/plain/bulk-kind'
import type { Happening } from '@steward/contracts/plain/webhook'
import type { ItemKind } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import type { ItemAct, ShownAct, TimelineActs } from '../timeline-act/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import { webhookReader } from './webhook.occurrence.ts'
import { dataOfPart, type EventData, type Occurrence } from './webhook.payload.rules.ts'

export interface OtherNeighbours {
  timelineActs: TimelineActs
  plans: Pick<SuccessPlans, 'show' | 'showItems' | 'metTargets'>
  mails: { findMail(actor: Actor, messageId: number): Promise<MailMessage | undefined> }
}

const synced = 'email.synced'
export const targetMet = 'kpi.target_met'

const happeningByAct: Record<TimelineLogged['act'], Happening> = {
  create: 'created',
  edit: 'updated',
  delete: 'deleted',
  restore: 'restored',
}

const typeOf = ({ kind, act }: Pick<ItemAct, 'kind' | 'act'>): string => `${kind}.${happeningByAct[act]}`

const personOf = (by: number | null): EventData['actor'] => (by === null ? null : { kind: 'person', id: by })

/** The kinds of items that some events are about. */
export function itemKindsOf(events: ReadonlySet<string>): ItemKind[] {
  const kinds = new Set<string>([...events].map((type) => type.split('.')[0] as string))
  return [...loggedKinds.filter((kind) => kinds.has(kind)), ...(events.has(synced) ? ['email' as const] : [])]
}

function occurrenceOf(tenantId: number, { act, item, changes, ...facts }: ShownAct): Occurrence {
  const { itemId, kind, version, at, by } = facts
  const type = typeOf({ kind, act })
  return {
    eventId: `evt_${tenantId}_item_${itemId}_${version}_${type.replace('.', '_')}`,
    type,
    at,
    changeSetId: null,
    recordId: item.record?.id ?? null,
    data: { record: null, changes, actor: personOf(by), changeSet: null, version, item },
  }
}

/** An import that ended. */
export function importOccurrence(tenantId: number, job: BulkJob, at: Date): Occurrence | undefined {
  if (job.type === bulkTypes.massUpdate) return undefined
  const { jobId, changeSetId } = job
  const actor = personOf(job.by.id)
  const data = { record: null, changes: {}, actor, changeSet: changeSetId, version: null, import: job }
  const eventId = `evt_${tenantId}_job_${jobId}_import_finished`
  return { eventId, type: 'import.finished', at, changeSetId, recordId: null, data }
}

/**
 * Puts together what was logged, and mails that were synced, as far as everyone who sees their records may read them:
 * what is for the team or the participants is not reported.
 */
export function createOtherOccurrences({ timelineActs, mails, plans }: OtherNeighbours) {
  async function ofItems(
    tenantId: number,
    acts: readonly ItemAct[],
    events: ReadonlySet<string>,
  ): Promise<Occurrence[]> {
    const wanted = acts.filter((act) => events.has(typeOf(act)))
    const shown = await timelineActs.showActs(webhookReader(tenantId), wanted)
    return shown.map((act) => occurrenceOf(tenantId, act))
  }

  /** Mails that came from outside, by the acts that put them on timelines. */
  async function ofMails(tenantId: number, acts: readonly ItemAct[]): Promise<Occurrence[]> {
    const reader = webhookReader(tenantId)
    const found: Occurrence[] = []
    for (const { item, itemId, at, by } of await timelineActs.showActs(reader, acts)) {
      if (item.kind !== 'email' || !item.record) continue
      const email = await mails.findMail(reader, item.details.messageId)
      if (!email) continue
      const records = [item.record, ...item.linked]
      const eventId = `evt_${tenantId}_item_${itemId}_email_synced`
      const actor = personOf(by)
      const data = { record: null, changes: {}, actor, changeSet: null, version: null, email, records }
      found.push({ eventId, type: synced, at, changeSetId: null, recordId: item.record.id, data })
    }
    return found
  }

  /** KPIs that met their targets, by their values: those of KPIs that follow fields are not in the ledger. */
  async function ofTargets(
    tenantId: number,
    asked: { from: Date; to: Date; itemIds?: readonly number[] },
  ): Promise<Occurrence[]> {
    const met = await plans.metTargets(tenantId, asked)
    const shown = await plans.showItems(
      webhookReader(tenantId),
      met.map(({ itemId }) => itemId),
    )
    const byId = new Map(shown.map((one) => [one.item.itemId, one]))
    return met.flatMap(({ itemId, at, userId }) => {
      const one = byId.get(itemId)
      if (!one) return []
      const { item, record } = one
      const eventId = `evt_${tenantId}_kpi_${itemId}_${at.getTime()}_target_met`
      const facts = { record: null, changes: {}, actor: personOf(userId), changeSet: null }
      const data = { ...facts, version: item.version, ...dataOfPart(item, record) }
      return [{ eventId, type: targetMet, at, changeSetId: null, recordId: record.id, data }]
    })
  }

  return { ofItems, ofMails, ofTargets }
}

export type OtherOccurrences = ReturnType<typeof createOtherOccurrences>
