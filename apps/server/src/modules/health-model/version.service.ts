import type { HealthModel, HealthModelState, HealthVersion } from '@steward/contracts/health'
import type { HealthVersionModel } from '@steward/contracts/health-settings'
import { healthPublished } from '@steward/contracts/event/setting.event'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { AuditService } from '../audit/index.ts'
import { refuseFaults, type DraftParts, type DraftService } from './draft.service.ts'
import { unknownVersion } from './model.service.ts'
import {
  findVersion,
  insertVersion,
  listVersions,
  lockModel,
  useVersion,
  type ModelRow,
} from './model.store.ts'
import { presentVersion } from './state.service.ts'

interface Publishing {
  model: HealthModel
  /** What is drafted from now on. */
  draft: HealthModel
  note: string
  rolledBackTo: number | null
}

interface Parts extends DraftParts {
  audit: AuditService
  drafts: DraftService
}

function nothingNew(number: number): AppError {
  const message = `Version ${number} is the same. There is nothing to publish.`
  return new AppError('conflict', 'health.unchanged', message)
}

async function inEffect(tx: Tx, actor: Actor, { versionId }: ModelRow) {
  const version = await findVersion(tx, actor.tenantId, versionId)
  if (!version) throw unknownVersion()
  return version
}

/** Puts models into effect, version by version. */
export function createVersionService({ platform, models, users, stateOf, audit, drafts }: Parts) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  /** Puts a model into effect as a new version, in a transaction that has locked the level. */
  async function put(tx: Tx, actor: Actor, level: LevelId, publishing: Publishing): Promise<void> {
    const { tenantId, userId } = actor
    const { model, draft, note, rolledBackTo } = publishing
    const at = platform.clock.now()
    const version = { model, authorId: userId, note, at, rolledBackTo }
    const { versionId, number } = await insertVersion(tx, tenantId, level, version)
    await useVersion(tx, tenantId, level, versionId, { draft, by: userId, at })
    await publish(tx, tenantId, healthPublished, { level, versionId })
    const what = rolledBackTo === null ? '' : `, which is version ${rolledBackTo} again`
    await audit.write(tx, tenantId, {
      action: rolledBackTo === null ? 'health.published' : 'health.rolled_back',
      summary: `Published version ${number} of the health score of ${levelOf(level).plural}${what}`,
      actor,
      subject: { kind: 'health', id: String(versionId), name: `Version ${number}` },
      details: { level: levelOf(level).name, note },
    })
  }

  /** A version of a level that was published. */
  async function ofLevel(tx: Tx | ReturnType<typeof dbOf>, actor: Actor, level: LevelId, versionId: number) {
    const version = await findVersion(tx, actor.tenantId, versionId)
    if (version?.level !== level) throw unknownVersion()
    return version
  }

  return {
    put,

    /** The latest first. */
    async listVersions(actor: Actor, level: LevelId): Promise<HealthVersion[]> {
      const [versions, directory] = await Promise.all([
        listVersions(dbOf(actor), actor.tenantId, level),
        users.directory(actor.tenantId),
      ])
      return versions.map((version) => presentVersion(directory, version))
    },

    /** Error: not_found `health.version_unknown`. */
    async readVersion(actor: Actor, level: LevelId, versionId: number): Promise<HealthVersionModel> {
      const [version, directory] = await Promise.all([
        ofLevel(dbOf(actor), actor, level, versionId),
        users.directory(actor.tenantId),
      ])
      return { ...presentVersion(directory, version), model: version.model }
    },

    /**
     * Puts the draft into effect. Errors: conflict `health.changed` with who was first, `health.unchanged`;
     * invalid_input `health.invalid` at the paths of the draft.
     */
    async publish(
      actor: Actor,
      level: LevelId,
      { revision, note }: { revision: number; note: string },
    ): Promise<HealthModelState> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        const row = await lockModel(tx, tenantId, level)
        await drafts.checkRevision(tx, actor, row, revision)
        if (!row.changed) throw nothingNew((await inEffect(tx, actor, row)).number)
        refuseFaults(await models.problems(tenantId, level, row.draft))
        await put(tx, actor, level, { model: row.draft, draft: row.draft, note, rolledBackTo: null })
      })
      await models.forget(tenantId)
      return stateOf(tenantId, level)
    },

    /**
     * Puts what an earlier version says into effect, as a new version. An edited draft is kept.
     * Errors: not_found; conflict `health.unchanged`; invalid_input `health.invalid` where a field or stage that
     * it names is gone since.
     */
    async restoreVersion(
      actor: Actor,
      level: LevelId,
      versionId: number,
      note: string,
    ): Promise<HealthModelState> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        const row = await lockModel(tx, tenantId, level)
        const version = await ofLevel(tx, actor, level, versionId)
        const now = await inEffect(tx, actor, row)
        if (JSON.stringify(now.model) === JSON.stringify(version.model)) throw nothingNew(now.number)
        refuseFaults(await models.problems(tenantId, level, version.model))
        const { model, number: rolledBackTo } = version
        await put(tx, actor, level, { model, draft: row.changed ? row.draft : model, note, rolledBackTo })
      })
      await models.forget(tenantId)
      return stateOf(tenantId, level)
    },
  }
}

export type VersionService = ReturnType<typeof createVersionService>
