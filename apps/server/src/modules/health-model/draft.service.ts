import type { HealthBounds, HealthMeasure, HealthModel, HealthModelState } from '@steward/contracts/health'
import type { AddMeasure, PutBounds, PutDraft } from '@steward/contracts/health-settings'
import { healthLimits } from '@steward/contracts/health'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import { faultsOfMeasure, type Fault } from './measure.check.rules.ts'
import { faultsBeside, faultsOfBounds } from './model.check.rules.ts'
import { countNew, toDraft, withBounds, withMeasure, withMeasureAt, withoutMeasure } from './model.rules.ts'
import type { Models } from './model.service.ts'
import {
  findLevelOfMeasure,
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

const unknownMeasure = () =>
  notFound('health.measure_unknown', 'This health score setting does not exist. It may have been deleted.')

const tooMany = () =>
  new AppError(
    'conflict',
    'health.too_many',
    `A level can have at most ${healthLimits.measures} measures. Delete one first.`,
  )

/** Changes what is drafted of the health score of a level. Each change is of the draft as it stands. */
export function createDraftService({ platform, models, users, stateOf }: DraftParts) {
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
    const name = (row.changedBy === null ? undefined : directory.byId.get(row.changedBy)?.name) ?? 'Somebody'
    const published = versions.find(({ publishedAt }) => publishedAt === row.changedAt)
    const what = published ? `published version ${published.number}` : 'changed this draft'
    const when = row.changedAt === null ? '' : ` at ${row.changedAt.slice(11, 16)} UTC`
    const message = `${name} ${what}${when}, after you had opened it. Look at what it is now, then save yours again.`
    throw new AppError('conflict', 'health.changed', message, { revision: message })
  }

  async function measureOf(
    actor: Actor,
    scoreId: number,
    work: (draft: HealthModel, level: LevelId) => HealthModel,
  ): Promise<HealthMeasure[]> {
    const draft = await transact(dbOf(actor), async (tx) => {
      const level = await findLevelOfMeasure(tx, actor.tenantId, scoreId)
      if (!level) throw unknownMeasure()
      return edit(tx, actor, level, (found) => {
        if (!found.measures.some((one) => one.scoreId === scoreId)) throw unknownMeasure()
        return work(found, level)
      })
    })
    return draft.measures
  }

  async function faultsOfNew(actor: Actor, body: AddMeasure): Promise<Fault[]> {
    return faultsOfMeasure(body, await models.known(actor.tenantId, body.entityLevelId))
  }

  return {
    checkRevision,

    /** The measures that are drafted, scope by scope. */
    async listMeasures(actor: Actor, level: LevelId): Promise<HealthMeasure[]> {
      return (await models.draft(actor.tenantId, level)).model.measures
    },

    /** The bounds that are drafted; the global ones are always among them. */
    async listBounds(actor: Actor, level: LevelId): Promise<HealthBounds[]> {
      return (await models.draft(actor.tenantId, level)).model.bounds
    },

    /** Adds a measure as the last of its scope. Errors: invalid_input `health.invalid`, conflict `health.too_many`. */
    async addMeasure(actor: Actor, body: AddMeasure): Promise<HealthMeasure> {
      const faults = await faultsOfNew(actor, body)
      const draft = await transact(dbOf(actor), (tx) =>
        edit(tx, actor, body.entityLevelId, async (found) => {
          refuseFaults([...faults, ...faultsBeside(found, body)])
          if (found.measures.length >= healthLimits.measures) throw tooMany()
          const [id] = await takeScoreIds(tx, 1)
          return withMeasure(found, body, id as number)
        }),
      )
      return draft.measures.at(-1) as HealthMeasure
    },

    /** Moves a measure within its scope, from 1. Errors: not_found; invalid_input where it is of another level. */
    reorderMeasure(actor: Actor, scoreId: number, level: LevelId, place: number): Promise<HealthMeasure[]> {
      return measureOf(actor, scoreId, (draft, found) => {
        if (found !== level) {
          const message = `This setting belongs to another level than ${levelOf(level).name}.`
          throw invalid('health.invalid', { entityLevel: message })
        }
        return withMeasureAt(draft, scoreId, place)
      })
    },

    /** Error: not_found `health.measure_unknown`. */
    deleteMeasure: (actor: Actor, scoreId: number): Promise<HealthMeasure[]> =>
      measureOf(actor, scoreId, (draft) => withoutMeasure(draft, scoreId)),

    /** Sets the bounds of a scope. Error: invalid_input `health.invalid`. */
    async putBounds(actor: Actor, body: PutBounds): Promise<HealthBounds[]> {
      const level = body.entityLevelId
      refuseFaults(faultsOfBounds(body, await models.known(actor.tenantId, level)))
      const draft = await transact(dbOf(actor), (tx) =>
        edit(tx, actor, level, (found) => withBounds(found, body)),
      )
      return draft.bounds
    },

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
