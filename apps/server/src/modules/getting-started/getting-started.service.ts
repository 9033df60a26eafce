import type { GettingStarted } from '@steward/contracts/start/getting-started'
import type { LevelId } from '@steward/contracts/level'
import type { DemoState } from '@steward/contracts/plain/getting-started'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { scoringQueue } from '../health/index.ts'
import {
  beginDemo,
  deleteDemo,
  keepDemoRecords,
  listDemoRecords,
  moveDemo,
  readState,
  releaseDemoRecords,
} from './demo.store.ts'
import { readSteps } from './step.read-model.ts'

/** The jobs that load and remove the demo, which the demo itself brings. */
export const demoTasks = { load: 'demo.load', remove: 'demo.remove' } as const

/** The domain of the people who come with the demo. */
export const demoDomain = 'demo.example'

/** What a company does first, and whether it has the sample customers. */
export function createGettingStarted(
  { database, clock }: Platform,
  { audit }: { audit: Pick<AuditService, 'write'> },
) {
  const dbOf = (tenantId: number) => database.tenant(tenantId)

  /** Begins to load the demo, in the caller's transaction; false where it is there already. */
  async function startDemo(tx: Tx, tenantId: number): Promise<boolean> {
    if (!(await beginDemo(tx, tenantId, clock.now()))) return false
    // Nothing is scored as of now before the past is complete: after a load that was cut short it would end there.
    const queue = scoringQueue(tenantId)
    const key = `${demoTasks.load}.${tenantId}`
    await addJob(tx, { task: demoTasks.load, payload: { tenantId }, key, queue })
    return true
  }

  return {
    startDemo,

    async read({ tenantId }: Actor): Promise<GettingStarted> {
      const db = dbOf(tenantId)
      const [steps, demo] = await Promise.all([readSteps(db, tenantId, demoDomain), readState(db, tenantId)])
      return { steps, demo }
    },

    /** Whether there is nothing yet but the demo: no customers of the company's own, and no second user. */
    async hasOnlyDemo(tenantId: number): Promise<boolean> {
      const db = dbOf(tenantId)
      const [steps, demo] = await Promise.all([readSteps(db, tenantId, demoDomain), readState(db, tenantId)])
      return demo === 'loaded' && !steps.customers && !steps.teammates
    },

    /** Error: conflict `demo.present`. */
    async addDemo(actor: Actor): Promise<{ demo: DemoState }> {
      const { tenantId } = actor
      await transact(dbOf(tenantId), async (tx) => {
        if (!(await startDemo(tx, tenantId))) {
          throw new AppError('conflict', 'demo.present', 'The sample customers are already here.')
        }
        await audit.write(tx, tenantId, { action: 'demo.added', summary: 'Sample customers added', actor })
      })
      return { demo: 'loading' }
    },

    /** Removes what came with the demo, by a job. Error: conflict `demo.not_loaded`. */
    async removeDemo(actor: Actor): Promise<{ demo: DemoState }> {
      const { tenantId } = actor
      await transact(dbOf(tenantId), async (tx) => {
        if (!(await moveDemo(tx, tenantId, { from: 'loaded', to: 'removing' }))) {
          const message = 'There are no sample customers to remove, or they are still being added or removed.'
          throw new AppError('conflict', 'demo.not_loaded', message)
        }
        const key = `${demoTasks.remove}.${tenantId}`
        const payload = { tenantId, userId: actor.userId }
        await addJob(tx, { task: demoTasks.remove, payload, key })
        await audit.write(tx, tenantId, {
          action: 'demo.removed',
          summary: 'Sample customers removed',
          actor,
        })
      })
      return { demo: 'removing' }
    },

    /** Keeps which records came with the demo, now that it is complete. */
    async finishLoading(tenantId: number, recordIds: readonly number[]): Promise<void> {
      await transact(dbOf(tenantId), async (tx) => {
        await keepDemoRecords(tx, tenantId, recordIds)
        await moveDemo(tx, tenantId, { from: 'loading', to: 'loaded' })
      })
    },

    demoRecords: (tenantId: number, level: LevelId, limit: number): Promise<number[]> =>
      listDemoRecords(dbOf(tenantId), tenantId, level, limit),
    releaseRecords: (tenantId: number, recordIds: readonly number[]): Promise<void> =>
      releaseDemoRecords(dbOf(tenantId), tenantId, recordIds),

    async finishRemoval(tenantId: number): Promise<void> {
      await transact(dbOf(tenantId), (tx) => deleteDemo(tx, tenantId))
    },
  }
}

export type GettingStartedService = ReturnType<typeof createGettingStarted>
