import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Notifications } from '../notification/index.ts'
import type { Scenarios } from '../scenario-management/index.ts'
import { countFailures } from './execution.store.ts'
import type { RunPlace } from './run.store.ts'

const hour = 3600_000
/** Failures with one cause, within an hour, after which a scenario pauses. */
const mostFailures = 10

const subject = 'scenario'

/** Pauses a scenario that fails again and again for the same reason, and notifies its creator. */
export function createBrake(platform: Platform, scenarios: Scenarios, notifications: Notifications) {
  const { database, clock } = platform
  notifications.registerKind({
    name: 'scenario.paused',
    category: 'entity',
    preference: null,
    text: ({ name }) => `The scenario ${name} was paused because records in it keep failing`,
  })
  notifications.registerSubject(subject, async (db, { tenantId }, asked) =>
    Promise.all(
      asked.map(async ({ subjectId }) => {
        const found = await scenarios.findIn(db, tenantId, subjectId)
        return found && { name: found.name, level: null, recordId: null }
      }),
    ),
  )

  return {
    async afterFailures({ tenantId, scenarioId }: RunPlace, cause: string): Promise<void> {
      const at = clock.now()
      await transact(database.tenant(tenantId), async (tx) => {
        const since = new Date(at.getTime() - hour)
        const count = await countFailures(tx, tenantId, scenarioId, cause, since)
        if (count < mostFailures) return
        const because = `${mostFailures} records failed for the same reason within an hour: ${cause}`
        if (!(await scenarios.pause(tx, tenantId, scenarioId, because))) return
        const recipient = (await scenarios.findIn(tx, tenantId, scenarioId))?.createdBy ?? null
        if (recipient === null) return
        const about = { kind: subject, id: scenarioId }
        await notifications.notify(tx, tenantId, [
          { recipient, kind: 'scenario.paused', subject: about, apart: at.toISOString(), actor: null, at },
        ])
      })
    },
  }
}

export type Brake = ReturnType<typeof createBrake>
