import type { EventDeliveries, FailedDelivery, PausedSubscriber } from '@steward/contracts/event-delivery'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import {
  discardFailure,
  endPause,
  listFailures,
  listPaused,
  retryFailures,
  type FailedRow,
  type PausedRow,
} from '../../platform/events/failure.store.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'

export interface EventDeliveryNeighbours {
  audit: AuditService
}

/** Failed deliveries that are listed at a time. */
const mostListed = 200

const presentFailed = (row: FailedRow): FailedDelivery => ({
  ...row,
  publishedAt: row.publishedAt.toISOString(),
  firstFailedAt: row.firstFailedAt.toISOString(),
  lastFailedAt: row.lastFailedAt.toISOString(),
})

const presentPaused = (row: PausedRow): PausedSubscriber => ({
  ...row,
  failingSince: row.failingSince.toISOString(),
  retryAt: row.retryAt.toISOString(),
})

const unknownFailure = () =>
  notFound('event_delivery.unknown', 'This delivery is no longer listed. It was retried or discarded.')

/** Deliveries of events that failed. Each change is written to the audit log. */
export function createEventDeliveryService(platform: Platform, { audit }: EventDeliveryNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  return {
    async list(actor: Actor): Promise<EventDeliveries> {
      const [failed, paused] = await Promise.all([
        listFailures(dbOf(actor), actor.tenantId, mostListed),
        listPaused(dbOf(actor), actor.tenantId),
      ])
      return {
        failed: failed.rows.map(presentFailed),
        failedCount: failed.count,
        paused: paused.map(presentPaused),
      }
    },

    /** Publishes one failed delivery again, or all, to their subscribers only. Throws `not_found`. */
    async retry(actor: Actor, failureId: number | null): Promise<number> {
      const { tenantId } = actor
      return transact(dbOf(actor), async (tx) => {
        const retried = await retryFailures(tx, tenantId, failureId)
        const [first] = retried
        if (!first && failureId !== null) throw unknownFailure()
        if (!first) return 0
        const what = failureId === null ? `all ${retried.length} failed deliveries` : 'a failed delivery'
        const of = failureId === null ? 'of events' : `of ${first.event} to ${first.subscriber}`
        await audit.write(tx, tenantId, {
          action: 'event_delivery.retried',
          summary: `Retried ${what} ${of}`,
          actor,
          ...(failureId === null
            ? {}
            : { subject: { kind: 'event_delivery', id: failureId, name: first.subscriber } }),
          details: { deliveries: retried.length },
        })
        return retried.length
      })
    },

    /** Discards a failed delivery. Throws `not_found`. */
    async discard(actor: Actor, failureId: number): Promise<void> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        const discarded = await discardFailure(tx, tenantId, failureId)
        if (!discarded) throw unknownFailure()
        const { event, subscriber } = discarded
        await audit.write(tx, tenantId, {
          action: 'event_delivery.discarded',
          summary: `Discarded a failed delivery of ${event} to ${subscriber}`,
          actor,
          subject: { kind: 'event_delivery', id: failureId, name: subscriber },
          details: { event },
        })
      })
    },

    /** Has a subscriber that is paused after a failure retry now. Throws conflict `event_delivery.not_paused`. */
    async resume(actor: Actor, subscriber: string): Promise<void> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        if (!(await endPause(tx, tenantId, subscriber))) {
          const message = 'This subscriber is no longer paused. Refresh the page to see its state.'
          throw new AppError('conflict', 'event_delivery.not_paused', message)
        }
        await audit.write(tx, tenantId, {
          action: 'event_delivery.resumed',
          summary: `Retried the events that ${subscriber} was failing on`,
          actor,
          subject: { kind: 'event_subscriber', id: subscriber, name: subscriber },
          details: {},
        })
      })
    },
  }
}

export type EventDeliveryService = ReturnType<typeof createEventDeliveryService>
