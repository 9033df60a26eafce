import { isDeepStrictEqual } from 'node:util'
import {
  healthLimits,
  type HealthBounds,
  type HealthMeasure,
  type HealthModel,
} from '@steward/contracts/health'
import type { AddMeasure, PutBounds } from '@steward/contracts/health-settings'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { refuseFaults } from './draft.service.ts'
import { faultsOfMeasure, type Fault } from './measure.check.rules.ts'
import { faultsBeside, faultsOfBounds } from './model.check.rules.ts'
import { withBounds, withMeasure, withMeasureAt, withoutMeasure } from './model.rules.ts'
import { unknownVersion, type Models } from './model.service.ts'
import { findLevelOfMeasure, findVersion, lockModel, takeScoreIds, writeDraft } from './model.store.ts'
import type { VersionService } from './version.service.ts'

interface Parts {
  platform: Platform
  models: Models
  versions: VersionService
}

/** One change of a level's settings. */
interface Change {
  level: LevelId
  /** What the new version says of itself. */
  noteOf: (model: HealthModel) => string
  /** Throws where the model can't have the change. A model that has nothing of it is returned as it is. */
  work: (model: HealthModel) => HealthModel
}

const unknownMeasure = () =>
  notFound('health.measure_unknown', 'This health score setting does not exist. It may have been deleted.')

const tooMany = () =>
  new AppError(
    'conflict',
    'health.too_many',
    `A level can have at most ${healthLimits.measures} measures. Delete one first.`,
  )

const nameIn = (model: HealthModel, scoreId: number): string =>
  model.measures.find((one) => one.scoreId === scoreId)?.name ?? ''

const noteOfBounds = ({ scope, config }: PutBounds): string =>
  `Set the score bands of ${scope === 1 ? 'all records' : 'a stage'} to ${config.lowerBound} and ${config.upperBound} through the API`

async function levelOfMeasure(tx: Tx, { tenantId }: Actor, scoreId: number): Promise<LevelId> {
  const level = await findLevelOfMeasure(tx, tenantId, scoreId)
  if (!level) throw unknownMeasure()
  return level
}

/**
 * Changes measures and bounds one by one. Each change takes effect at once, as a version of its own; an edited
 * draft gets it too, and keeps its other edits.
 */
export function createSettingService({ platform, models, versions }: Parts) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  /** Faults that a change brings: what was wrong before does not block it. */
  async function newFaults(
    { tenantId }: Actor,
    level: LevelId,
    present: HealthModel,
    next: HealthModel,
  ): Promise<Fault[]> {
    const known = new Set((await models.problems(tenantId, level, present)).map(({ message }) => message))
    return (await models.problems(tenantId, level, next)).filter(({ message }) => !known.has(message))
  }

  async function put(tx: Tx, actor: Actor, { level, noteOf, work }: Change): Promise<HealthModel> {
    const { tenantId, userId } = actor
    const row = await lockModel(tx, tenantId, level)
    const version = await findVersion(tx, tenantId, row.versionId)
    if (!version) throw unknownVersion()
    const present = version.model
    const next = work(present)
    const draft = row.changed ? work(row.draft) : next
    if (isDeepStrictEqual(next, present)) {
      if (!isDeepStrictEqual(draft, row.draft)) {
        await writeDraft(tx, tenantId, level, { draft, by: userId, at: platform.clock.now() })
      }
      return present
    }
    refuseFaults(await newFaults(actor, level, present, next))
    await versions.put(tx, actor, level, { model: next, draft, note: noteOf(present), rolledBackTo: null })
    return next
  }

  async function apply(actor: Actor, changeOf: (tx: Tx) => Change | Promise<Change>): Promise<HealthModel> {
    const model = await transact(dbOf(actor), async (tx) => put(tx, actor, await changeOf(tx)))
    await models.forget(actor.tenantId)
    return model
  }

  const inEffect = async ({ tenantId }: Actor, level: LevelId): Promise<HealthModel> =>
    (await models.published(tenantId, level)).model

  return {
    /** The measures in effect, scope by scope. */
    listMeasures: async (actor: Actor, level: LevelId): Promise<HealthMeasure[]> =>
      (await inEffect(actor, level)).measures,

    /** The bounds in effect; the global ones are always among them. */
    listBounds: async (actor: Actor, level: LevelId): Promise<HealthBounds[]> =>
      (await inEffect(actor, level)).bounds,

    /** Adds a measure as the last of its scope. Errors: invalid_input `health.invalid`, conflict `health.too_many`. */
    async addMeasure(actor: Actor, body: AddMeasure): Promise<HealthMeasure> {
      const level = body.entityLevelId
      const faults = faultsOfMeasure(body, await models.known(actor.tenantId, level))
      const model = await apply(actor, async (tx) => {
        const [id] = await takeScoreIds(tx, 1)
        return {
          level,
          noteOf: () => `Added the measure “${body.name}” through the API`,
          work(found) {
            refuseFaults([...faults, ...faultsBeside(found, body)])
            if (found.measures.length >= healthLimits.measures) throw tooMany()
            return withMeasure(found, body, id as number)
          },
        }
      })
      return model.measures.at(-1) as HealthMeasure
    },

    /** Moves a measure within its scope, from 1. Errors: not_found; invalid_input where it is of another level. */
    async reorderMeasure(
      actor: Actor,
      scoreId: number,
      asked: LevelId,
      place: number,
    ): Promise<HealthMeasure[]> {
      const model = await apply(actor, async (tx) => {
        const level = await levelOfMeasure(tx, actor, scoreId)
        if (level !== asked) {
          const message = `This setting belongs to another level than ${levelOf(asked).name}.`
          throw invalid('health.invalid', { entityLevel: message })
        }
        return {
          level,
          noteOf: (found) =>
            `Moved the measure “${nameIn(found, scoreId)}” to position ${place} through the API`,
          work: (found) => withMeasureAt(found, scoreId, place),
        }
      })
      return model.measures
    },

    /** Error: not_found `health.measure_unknown`. */
    async deleteMeasure(actor: Actor, scoreId: number): Promise<HealthMeasure[]> {
      const model = await apply(actor, async (tx) => ({
        level: await levelOfMeasure(tx, actor, scoreId),
        noteOf: (found) => `Deleted the measure “${nameIn(found, scoreId)}” through the API`,
        work: (found) => withoutMeasure(found, scoreId),
      }))
      return model.measures
    },

    /** Sets the bounds of a scope. Error: invalid_input `health.invalid`. */
    async putBounds(actor: Actor, body: PutBounds): Promise<HealthBounds[]> {
      const level = body.entityLevelId
      refuseFaults(faultsOfBounds(body, await models.known(actor.tenantId, level)))
      const model = await apply(actor, () => ({
        level,
        noteOf: () => noteOfBounds(body),
        work: (found) => withBounds(found, body),
      }))
      return model.bounds
    },
  }
}

export type SettingService = ReturnType<typeof createSettingService>
