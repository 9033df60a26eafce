import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { FairQueue } from '../pace/fair-queue.ts'
import type { Pacing } from './pacing.ts'
import type { Session } from './session.ts'

/** What the delivery of a tenant's events works with. */
export interface Surroundings {
  session: Session
  clock: Clock
  log: Logger
  pacing: Pacing
  /** The places for handlers, which tenants take in turns. */
  places: FairQueue
  /** Fires when the process stops, or its connection is lost. */
  signal: AbortSignal
}
