import { transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Notifications } from '../notification/index.ts'
import type { Scenarios } from '../scenario-management/index.ts'
import { countFailures } from './execution.store.ts'
import type { RunPlace } from './run.store.ts'

const hour = 3600_000
/** Failures with one cause, within an hour, after which a scenario pauses. */
const mostFailures = 10

const subject = 'scenario'

/** Pauses scenarios that fail again and again for the same reason, or reach a limit, and notifies their creators. */
export function createBrake(platform: Platform, scenarios: Scenarios, notifications: Notifications) {
  const { database, clock } = platform
  notifications.registerKind({
    name: 'scenario.paused',
    category: 'entity',
    preference: null,
    text: ({ name }) => `The scenario ${name} was paused`,
  })
  notifications.registerSubject(subject, async (db, { tenantId }, asked) =>
    Promise.all(
      asked.map(async ({ subjectId }) => {
        const found = await scenarios.findIn(db, tenantId, subjectId)
        return found && { name: found.name, level: null, recordId: null }
      }),
    ),
  )

  /** Pauses a scenario and notifies its creator. */
  async function pause(tx: Tx, { tenantId, scenarioId }: RunPlace, because: string): Promise<void> {
    if (!(await scenarios.pause(tx, tenantId, scenarioId, because))) return
    const recipient = (await scenarios.findIn(tx, tenantId, scenarioId))?.createdBy ?? null
    if (recipient === null) return
    const at = clock.now()
    const about = { kind: subject, id: scenarioId }
    await notifications.notify(tx, tenantId, [
      { recipient, kind: 'scenario.paused', subject: about, apart: at.toISOString(), actor: null, at },
    ])
  }

  return {
    /** A scenario that took all the actions that it may on a day pauses, and someone decides how it goes on. */
    async atLimit(place: RunPlace, most: number): Promise<void> {
      const because = `It reached its limit of ${most.toLocaleString('en-US')} actions a day. Activate it on another day, or raise the limit.`
      await transact(database.tenant(place.tenantId), (tx) => pause(tx, place, because))
    },

    async afterFailures(place: RunPlace, cause: string): Promise<void> {
      const { tenantId, scenarioId } = place
      const at = clock.now()
      await transact(database.tenant(tenantId), async (tx) => {
        const since = new Date(at.getTime() - hour)
        const count = await countFailures(tx, tenantId, scenarioId, cause, since)
        if (count < mostFailures) return
        const because = `${mostFailures} records failed for the same reason within an hour: ${cause}`
        await pause(tx, place, because)
      })
    },
  }
}

export type Brake = ReturnType<typeof createBrake>
