import type { FastifyInstance } from 'fastify'
import type { Tx } from './db/database.ts'
import type { Listener } from './events/events.ts'
import type { Task } from './jobs/jobs.ts'
import type { Retention } from './retention/retention.ts'

/** What a module adds to the whole. */
export interface Module {
  /** Adds its routes below /api. */
  addRoutes?: (api: FastifyInstance) => void
  /** Jobs by name. */
  tasks?: Record<string, Task>
  /** Events it hears. */
  listeners?: Listener[]
  /** Schedules, a line each, as crontab has them. */
  schedules?: string[]
  /** What it keeps for a time only. */
  retention?: Retention[]
  /** What a new tenant begins with: stages, a currency. */
  seedTenant?: (tx: Tx, tenantId: number) => Promise<void>
  /** Work to be done when the worker starts. */
  onWorkerStart?: () => Promise<void>
  /** Ends what the module runs by itself, while the database is still open. */
  onClose?: () => Promise<void>
}
