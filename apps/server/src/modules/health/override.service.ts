import type { overrideBodySchema } from '@steward/contracts/health'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { hundredths, withOverride, type EntryOverride } from '@steward/scores'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { unknownRecord } from './detail.service.ts'
import type { Following } from './follow.service.ts'
import { dropOverride, holdRecord, putOverride } from './override.store.ts'
import { keepEntries, scoreRecords } from './scoring.service.ts'
import { lockLatest } from './score.store.ts'
import type { ModelVersion } from '../health-model/index.ts'

type OverrideBody = z.output<typeof overrideBodySchema>

/** Scores that people set by hand, for a time and with a reason. */
export function createOverrides(
  platform: Platform,
  audit: Pick<AuditService, 'write'>,
  following: Following,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  /** Writes the record's next entry, which differs from the last one by its override only. */
  async function write(
    tx: Tx,
    actor: Actor,
    version: ModelVersion,
    recordId: number,
    override: EntryOverride | null,
  ): Promise<void> {
    const { tenantId } = actor
    const causes = { cause: 'override', firstCause: 'override' } as const
    const work = await following.workOf(tx, tenantId, version, causes)
    work.act = { ...work.act, actor }
    const latest = (await lockLatest(tx, tenantId, [recordId])).get(recordId)
    if (!latest) {
      await scoreRecords(work, { ids: [recordId] })
      return
    }
    await keepEntries(work, [{ ...withOverride(latest, override, work.now.toISOString()), recordId }])
  }

  async function change(
    actor: Actor,
    level: LevelId,
    recordId: number,
    apply: (tx: Tx) => Promise<{ override: EntryOverride | null; action: string; did: string }>,
  ): Promise<void> {
    const { tenantId } = actor
    const { versionOf } = await following.standingOf(tenantId)
    await transact(dbOf(tenantId), async (tx) => {
      const record = await holdRecord(tx, actor, level, recordId)
      if (!record) throw unknownRecord(level)
      const { override, action, did } = await apply(tx)
      await write(tx, actor, versionOf.get(level) as ModelVersion, recordId, override)
      await audit.write(tx, tenantId, {
        action,
        summary: `${did} the health score of the ${levelOf(level).name} “${record.name}”`,
        actor,
        subject: { kind: levelOf(level).name, id: recordId, name: record.name },
        ...(override && {
          details: { score: override.score / 100, reason: override.reason, endsOn: override.endsOn },
        }),
      })
    })
  }

  return {
    /** Sets a score that holds until the end of a day in UTC. Errors: `not_found`, `invalid_input` at endsOn. */
    async put(actor: Actor, level: LevelId, recordId: number, body: OverrideBody): Promise<void> {
      const { score, reason, endsOn } = body
      const now = platform.clock.now()
      if (endsOn < dayOf(now)) {
        throw invalid('health.override_over', { endsOn: 'Choose today or a later day.' })
      }
      const override = { score: hundredths(score), reason, endsOn, by: actor.userId, at: now.toISOString() }
      await change(actor, level, recordId, async (tx) => {
        await putOverride(tx, actor.tenantId, recordId, override)
        return { override, action: 'health.overridden', did: `Set ${score} as` }
      })
    },

    /** Lets the measures decide again. Errors: `not_found`, also where there is no override. */
    async remove(actor: Actor, level: LevelId, recordId: number): Promise<void> {
      await change(actor, level, recordId, async (tx) => {
        if (!(await dropOverride(tx, actor.tenantId, recordId))) {
          throw notFound('health.no_override', 'The score of this record is not overridden.')
        }
        return { override: null, action: 'health.override_removed', did: 'Removed the override of' }
      })
    },
  }
}
