import type { HealthModel, HealthModelState } from '@steward/contracts/health'
import type { PutDraft } from '@steward/contracts/health-settings'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import type { Fault } from './measure.check.rules.ts'
import { countNew, toDraft } from './model.rules.ts'
import type { Models } from './model.service.ts'
import {
  findVersion,
  listScoreIds,
  listVersions,
  lockModel,
  takeScoreIds,
  writeDraft,
  type ModelRow,
} from './model.store.ts'
import type { StateOf } from './state.service.ts'

export interface DraftParts {
  platform: Platform
  models: Models
  users: UserService
  stateOf: StateOf
}

/** Refuses what has faults, at their paths. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  throw invalid('health.invalid', Object.fromEntries(faults.map(({ path, message }) => [path, message])))
}

/** Changes the draft of the health score of a level. */
export function createDraftService({ platform, users, stateOf }: DraftParts) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function edit(
    tx: Tx,
    actor: Actor,
    level: LevelId,
    work: (draft: HealthModel) => HealthModel | Promise<HealthModel>,
  ): Promise<HealthModel> {
    const { draft } = await lockModel(tx, actor.tenantId, level)
    const next = await work(draft)
    const by = actor.userId
    await writeDraft(tx, actor.tenantId, level, { draft: next, by, at: platform.clock.now() })
    return next
  }

  /** Throws `conflict` with who was first when the draft is another one than the caller saw. */
  async function checkRevision(tx: Tx, actor: Actor, row: ModelRow, revision: number): Promise<void> {
    if (row.revision === revision) return
    const [directory, versions] = await Promise.all([
      users.directory(actor.tenantId),
      listVersions(tx, actor.tenantId, row.level),
    ])
    const name =
      (row.changedBy === null ? undefined : directory.byId.get(row.changedBy)?.name) ?? 'Former user'
    const published = versions.find(({ publishedAt }) => publishedAt === row.changedAt)
    const what = published ? `published version ${published.number}` : 'changed this draft'
    const when = row.changedAt === null ? '' : ` at ${row.changedAt.slice(11, 16)} UTC`
    const message = `${name} ${what}${when}, after you had opened it. Look at what it is now, then save yours again.`
    throw new AppError('conflict', 'health.changed', message, { revision: message })
  }

  return {
    checkRevision,

    /** Writes the whole draft, whatever its problems. Error: conflict `health.changed` with who was first. */
    async putDraft(actor: Actor, level: LevelId, { model, revision }: PutDraft): Promise<HealthModelState> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        await checkRevision(tx, actor, await lockModel(tx, tenantId, level), revision)
        await edit(tx, actor, level, async () => {
          const known = await listScoreIds(tx, tenantId, level)
          return toDraft(level, model, known, await takeScoreIds(tx, countNew(model, known)))
        })
      })
      return stateOf(tenantId, level)
    },

    /** Makes the draft what is in effect. With a revision: error conflict `health.changed` as above. */
    async cancelDraft(actor: Actor, level: LevelId, revision: number | undefined): Promise<HealthModelState> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        const row = await lockModel(tx, tenantId, level)
        if (revision !== undefined) await checkRevision(tx, actor, row, revision)
        if (!row.changed) return
        const version = await findVersion(tx, tenantId, row.versionId)
        if (version) await edit(tx, actor, level, () => version.model)
      })
      return stateOf(tenantId, level)
    },
  }
}

export type DraftService = ReturnType<typeof createDraftService>
