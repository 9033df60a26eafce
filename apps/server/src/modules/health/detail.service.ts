import type { HealthMeasure, HealthModel, ScoreDetail, ScorePart } from '@steward/contracts/health'
import { levelOf, type LevelId } from '@steward/contracts/level'
import {
  accountsKey,
  keyOf,
  type FindInput,
  type Input,
  type Part,
  type Scorer,
  type ScoreEntry,
} from '@steward/scores'
import type { Actor } from '../../platform/actor.ts'
import type { AppError } from '../../platform/errors.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { HealthModels, Metric, ModelVersion } from '../health-model/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { findIn, gatherOne, planInputs, type InputPlan } from './gathering.ts'
import { readScore, type ScoreRow } from './score.read-model.ts'
import { startOfTrend } from './period.rules.ts'
import { scorerOf } from './scoring.service.ts'
import { accountsName, isNothing, plainOf, wordsOf } from './words.rules.ts'

const nothing: Input = { value: null, at: null }

export interface ReadingNeighbours {
  users: Pick<UserService, 'directory'>
  models: HealthModels
}

export type Metrics = ReadonlyMap<string, Metric>

export function unknownRecord(level: LevelId): AppError {
  return notFound('record.unknown', `This ${levelOf(level).name} does not exist, or you can't see it.`)
}

/** Hundredths as they are shown. */
export function scoreOf(hundredths: number): number
export function scoreOf(hundredths: number | null): number | null
export function scoreOf(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100
}

export interface PartName {
  name: string
  metric: string | null
  period: HealthMeasure['period']
  group: string | null
  supporting: boolean
}

/** A part that is not of a measure. */
export const plainPart = (name: string): PartName => ({
  name,
  metric: null,
  period: null,
  group: null,
  supporting: false,
})

/** What a part is called, and what it measures, by the model that it is of. */
export function partOf(model: HealthModel, key: string): PartName {
  const { source } = model
  if (key === accountsKey) return plainPart(accountsName(source.from === 'accounts' ? source.how : 'average'))
  const measure = model.measures.find((one) => keyOf(one) === key)
  if (!measure) return plainPart('A deleted measure')
  const { name, metric, period, groupId, supporting = false } = measure
  const group = model.groups.find((one) => one.groupId === groupId)
  return { name, metric, period, group: group?.name ?? null, supporting }
}

/** The parts of a score in the words of its model. */
export function presentParts(parts: readonly Part[], model: HealthModel, metrics: Metrics): ScorePart[] {
  return parts.map(({ key, value, at, points, share, contribution }) => {
    const { name, metric, group, supporting } = partOf(model, key)
    const wording = metric === null ? undefined : metrics.get(metric)
    return {
      key,
      name,
      group,
      metric,
      value: plainOf(value, wording),
      text: wordsOf(value, wording),
      missing: isNothing(value),
      supporting,
      source: wording?.source ?? (key === accountsKey ? 'Accounts' : 'A deleted field'),
      at,
      points: scoreOf(points),
      weight: share,
      contribution: scoreOf(contribution),
    }
  })
}

/** The part by which an override makes the parts add up to what holds. */
export function overridePart({
  score,
  computed,
  override,
}: Pick<ScoreEntry, 'score' | 'computed' | 'override'>): ScorePart[] {
  if (override === null) return []
  const contribution = ((score ?? 0) - (computed ?? 0)) / 100
  return [
    {
      key: 'override',
      name: 'Override',
      group: null,
      metric: null,
      value: scoreOf(override.score),
      text: (override.score / 100).toFixed(2),
      missing: false,
      supporting: false,
      source: 'Override',
      at: override.at,
      points: null,
      weight: 0,
      contribution,
    },
  ]
}

/** The parts of an entry, with values as they are now, if these are known, wherever they give the same points. */
function partsNow(entry: ScoreEntry, scorer: Scorer, find: FindInput | null): Part[] {
  const kept = new Map(entry.parts.map((part) => [part.from, part]))
  const findKept = (from: string): Input => kept.get(from) ?? nothing
  if (!find) return scorer.evaluate(entry.stageId, findKept).parts
  const present = scorer.evaluate(entry.stageId, (from) => {
    const { value, at } = find(from)
    return { value, at: at ?? findKept(from).at }
  })
  if (present.digest === entry.digest) return present.parts
  const partsByKey = new Map(present.parts.map((part) => [part.key, part]))
  return scorer.evaluate(entry.stageId, findKept).parts.map((part) => {
    const now = partsByKey.get(part.key)
    return now && now.points === part.points ? { ...part, value: now.value, at: now.at } : part
  })
}

function presentOverride({ override }: ScoreEntry, directory: UserDirectory): ScoreDetail['override'] {
  if (override === null) return null
  const { score, reason, endsOn, by, at } = override
  return { score: score / 100, reason, endsOn, at, by: personOf(directory, by) }
}

function later(a: string, b: string | null): string {
  return b !== null && b > a ? b : a
}

type OfEntry = Pick<ScoreDetail, 'score' | 'computed' | 'trend' | 'computedAt' | 'override'>

const unscored: OfEntry = { score: null, computed: null, trend: null, computedAt: null, override: null }

/** What the latest entry says by itself. */
function presentEntry(
  entry: ScoreEntry,
  { earlier, refreshedAt }: ScoreRow,
  directory: UserDirectory,
): OfEntry {
  const { score, computed, at } = entry
  return {
    score: scoreOf(score),
    computed: scoreOf(computed),
    trend: score === null || earlier === null ? null : (score - earlier) / 100,
    computedAt: later(at, refreshedAt),
    override: presentOverride(entry, directory),
  }
}

/** The score of a record as it is now. */
export function createDetails(platform: Platform, { users, models }: ReadingNeighbours) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function planOf(tenantId: number, { level, model }: ModelVersion): Promise<InputPlan> {
    return planInputs(models, tenantId, level, model, platform.clock.now())
  }

  /** What the record's inputs by a version are at this moment. */
  async function findNow(tenantId: number, recordId: number, version: ModelVersion): Promise<FindInput> {
    const gathered = await gatherOne(dbOf(tenantId), tenantId, await planOf(tenantId, version), recordId)
    return gathered?.find ?? (() => nothing)
  }

  /** The row of a record, by which version it is, and if they are wished or there is not an entry, its inputs now. */
  async function readRow(actor: Actor, level: LevelId, recordId: number, withNow: boolean) {
    const { tenantId } = actor
    const earlier = startOfTrend(platform.clock.now())
    const published = await models.published(tenantId, level)
    const plan = withNow ? await planOf(tenantId, published) : null
    const row = await readScore(dbOf(tenantId), actor, level, recordId, earlier, plan)
    if (!row) throw unknownRecord(level)
    const { entry, inputs } = row
    const version = entry ? await models.version(tenantId, entry.versionId) : published
    if (plan && inputs !== null && version.versionId === published.versionId) {
      return { row, version, find: findIn(inputs, plan) }
    }
    const isWanted = withNow || entry === null
    return { row, version, find: isWanted ? await findNow(tenantId, recordId, version) : null }
  }

  async function partsOf(
    tenantId: number,
    { entry, stageId }: ScoreRow,
    { level, model }: ModelVersion,
    find: FindInput | null,
  ): Promise<ScorePart[]> {
    const scorer = scorerOf(model)
    const metrics = await models.metrics(tenantId, level)
    if (entry === null) {
      const { parts } = scorer.evaluate(stageId, find ?? (() => nothing))
      const pointless = parts.map((part) => ({ ...part, points: null, contribution: 0 }))
      return presentParts(pointless, model, metrics)
    }
    return [...presentParts(partsNow(entry, scorer, find), model, metrics), ...overridePart(entry)]
  }

  return {
    /** Error: not_found `record.unknown`. */
    async read(actor: Actor, level: LevelId, recordId: number, withDetail: boolean): Promise<ScoreDetail> {
      const { tenantId } = actor
      const { row, version, find } = await readRow(actor, level, recordId, withDetail)
      const { entry } = row
      const [directory, bounds, parts] = await Promise.all([
        users.directory(tenantId),
        models.bounds(tenantId),
        partsOf(tenantId, row, version, find),
      ])
      const ofEntry = entry ? presentEntry(entry, row, directory) : unscored
      const { lower, upper } = bounds.of(level, row.stageId)
      return {
        entityId: recordId,
        entityLevelId: level,
        ...ofEntry,
        healthStatus: bounds.status(level, row.stageId, ofEntry.score),
        bounds: { lowerBound: lower, upperBound: upper },
        version: { versionId: version.versionId, number: version.number, publishedAt: version.publishedAt },
        lastCacheTime: platform.clock.now().toISOString(),
        parts: withDetail ? parts : [],
        missing: parts.filter(({ missing }) => missing).map(({ name }) => name),
      }
    },
  }
}
