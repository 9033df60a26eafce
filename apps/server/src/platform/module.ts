import type { FastifyInstance } from 'fastify'
import type { Tx } from './db/database.ts'
import type { Subscriber } from './events/events.ts'
import type { AbandonedHandler } from './jobs/abandoned.ts'
import type { Task } from './jobs/jobs.ts'
import type { Transport } from './outbox/outbox.ts'
import type { DueHandler } from './schedule/schedule.ts'

/** Data that a module keeps for a number of days, which the operator chooses. */
export interface Retention {
  /** A word for the log. */
  name: string
  /** For how many days; undefined keeps it for good. */
  days: number | undefined
  /**
   * Forgets some of what a tenant has from before a time, and gives how much it was; 0 when nothing is left.
   */
  forget(tenantId: number, before: Date): Promise<number>
}

/** The parts that a module adds to the application. */
export interface Module {
  /** Adds its routes below /api. */
  addRoutes?: (api: FastifyInstance) => void
  /** Jobs by name. */
  tasks?: Record<string, Task>
  /** Handlers that end the work of abandoned jobs, by the name of the job. */
  abandoned?: Record<string, AbandonedHandler>
  /** Handlers of events. */
  subscribers?: Subscriber[]
  /** Handlers of scheduled work, by kind. */
  due?: Record<string, DueHandler>
  /** How its entries of the outbox leave Steward, by channel. */
  transports?: Record<string, Transport>
  /** Schedules, a line each, as crontab has them. */
  schedules?: string[]
  /** Data that is deleted after some days. */
  retention?: Retention[]
  /** Creates what a new tenant begins with: stages, a currency. `since` is when its records begin. */
  seedTenant?: (tx: Tx, tenantId: number, since: Date) => Promise<void>
  /** Work to be done when the worker starts. */
  onWorkerStart?: () => Promise<void>
  /** Ends what the module runs by itself, while the database is still open. */
  onClose?: () => Promise<void>
}
