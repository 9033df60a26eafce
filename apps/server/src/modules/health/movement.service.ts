import type { ScoreMovement, ScorePoint } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import {
  explain,
  heldDown,
  overrideKey,
  recomputes,
  weightsOf,
  type InputValue,
  type Movement,
  type ScoreEntry,
} from '@steward/scores'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { boundsOf, type HealthModels, type ModelVersion } from '../health-model/index.ts'
import { partOf, plainPart, scoreOf, unknownRecord, type Metrics, type PartName } from './detail.service.ts'
import { isSeen, readEnds, readEntries, readPoints, type PointRow } from './score.read-model.ts'
import { scorerOf } from './scoring.service.ts'
import { thinned } from './thinning.rules.ts'
import { wordsOf } from './words.rules.ts'

const dayLength = 86_400_000

/** Days in UTC, the last one included. */
export interface Span {
  from?: string | undefined
  to?: string | undefined
}

/** What took most from a score. */
export interface MainLoss {
  /** The measure. */
  name: string
  /** In points of the score, below 0. */
  difference: number
}

type Versions = ReadonlyMap<number, ModelVersion>

function afterDay(day: string): Date {
  return new Date(Date.parse(day) + dayLength)
}

/** What the parts of entries are called, by the last version that has them. */
function partsOf(entries: readonly (ScoreEntry | null)[], versions: Versions): ReadonlyMap<string, PartName> {
  const names = new Map([[overrideKey, plainPart('Override')]])
  for (const entry of entries) {
    if (!entry) continue
    const { model } = versions.get(entry.versionId) as ModelVersion
    for (const { key } of entry.parts) names.set(key, partOf(model, key))
  }
  return names
}

/** The words of one movement. */
function present(
  { label, key, difference, before, after, at, entry }: Movement,
  { number, note }: ModelVersion,
  { name, metric, period }: PartName,
  metrics: Metrics,
  weight: number | null,
): ScoreMovement['movements'][number] {
  const isOverride = key === overrideKey
  const wording = metric === null ? undefined : metrics.get(metric)
  const words = (value: InputValue | undefined): string | null => {
    if (value === undefined) return null
    return isOverride ? (Number(value) / 100).toFixed(2) : wordsOf(value, wording)
  }
  const notes = {
    ruleChange: `Version ${number}: ${note}`,
    override: entry.override?.reason ?? null,
    behaviour: null,
    stale: null,
  } as const
  return {
    label,
    key,
    name,
    metric,
    period,
    difference: difference / 100,
    weight,
    before: words(before),
    after: words(after),
    at,
    note: notes[label],
  }
}

const scorerFor = ({ versionId }: ScoreEntry, versions: Versions) =>
  scorerOf((versions.get(versionId) as ModelVersion).model)

/** Whether an entry, if there is one, says what its inputs give. */
const isSound = (entry: ScoreEntry | null, versions: Versions): boolean =>
  !entry || recomputes(scorerFor(entry, versions), entry)

const weightsIn = (entry: ScoreEntry | null, versions: Versions): ReadonlyMap<string, number> =>
  entry ? weightsOf(scorerFor(entry, versions), entry) : new Map()

/** Why the score is another one; of a first score also what holds it down. */
function reasonsOf(
  before: ScoreEntry | null,
  entries: readonly ScoreEntry[],
  weights: ReadonlyMap<string, number>,
): Movement[] {
  const movements = explain(before, entries)
  const last = entries.at(-1)
  const isFirst = (before?.score ?? null) === null && last !== undefined && last.score !== null
  return isFirst ? [...movements, ...heldDown(last, weights, movements)] : movements
}

/** Get the score history of a record, and why. */
export function createMovements(platform: Platform, models: HealthModels) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function checkSeen(actor: Actor, level: LevelId, recordId: number): Promise<void> {
    if (!(await isSeen(dbOf(actor.tenantId), actor, level, recordId))) throw unknownRecord(level)
  }

  function spanOf({ from, to }: Span, days: number): { from: string; to: string } {
    const last = to ?? dayOf(platform.clock.now())
    const first = from ?? dayOf(new Date(Date.parse(last) - days * dayLength))
    if (first > last) throw invalid('health.span', { from: 'The first day must not be after the last day.' })
    return { from: first, to: last }
  }

  async function versionsOf(tenantId: number, versionIds: Iterable<number>): Promise<Versions> {
    const ids = [...new Set(versionIds)]
    const versions = await Promise.all(ids.map((id) => models.version(tenantId, id)))
    return new Map(versions.map((version) => [version.versionId, version]))
  }

  return {
    /** The line of a score, at most 400 points of it, with every change of version and override. */
    async history(actor: Actor, level: LevelId, recordId: number, span: Span): Promise<ScorePoint[]> {
      const { tenantId } = actor
      await checkSeen(actor, level, recordId)
      const { from, to } = spanOf(span, 90)
      const rows = await readPoints(dbOf(tenantId), tenantId, recordId, new Date(from), afterDay(to))
      const points = thinned(rows)
      const versions = await versionsOf(
        tenantId,
        points.map(({ versionId }) => versionId),
      )
      return points.map(({ at, score, stageId, versionId, overridden }: PointRow) => {
        const version = versions.get(versionId) as ModelVersion
        const healthStatus = boundsOf([version]).status(level, stageId, scoreOf(score))
        return { at, score: scoreOf(score), healthStatus, versionNumber: version.number, overridden }
      })
    },

    /** The part of each score that has fallen most since an instant. What the caller may see is not asked. */
    async mainLosses(
      tenantId: number,
      recordIds: readonly number[],
      since: Date,
    ): Promise<Map<number, MainLoss>> {
      if (recordIds.length === 0) return new Map()
      const ends = await readEnds(dbOf(tenantId), tenantId, recordIds, since)
      const entries = [...ends.values()].flatMap(({ before, now }) => [before, now])
      const versions = await versionsOf(
        tenantId,
        entries.flatMap((entry) => entry?.versionId ?? []),
      )
      const names = partsOf(entries, versions)
      const losses = [...ends].flatMap(([recordId, { before, now }]) => {
        const [worst] = explain(before, [now]).toSorted((a, b) => a.difference - b.difference)
        if (!worst || worst.difference >= 0) return []
        const { name } = names.get(worst.key) as PartName
        return [[recordId, { name, difference: worst.difference / 100 }] as const]
      })
      return new Map(losses)
    },

    /** Why the score at the end of one day differs from that at the end of another. */
    async movement(actor: Actor, level: LevelId, recordId: number, span: Span): Promise<ScoreMovement> {
      const { tenantId } = actor
      await checkSeen(actor, level, recordId)
      const { from, to } = spanOf(span, 30)
      const { before, entries } = await readEntries(
        dbOf(tenantId),
        tenantId,
        recordId,
        afterDay(from),
        afterDay(to),
      )
      const all = [before, ...entries]
      const [versions, metrics] = await Promise.all([
        versionsOf(
          tenantId,
          all.flatMap((entry) => entry?.versionId ?? []),
        ),
        models.metrics(tenantId, level),
      ])
      const last = entries.at(-1) ?? before
      const names = partsOf(all, versions)
      const weights = weightsIn(last, versions)
      return {
        from: { day: from, score: scoreOf(before?.score ?? null) },
        to: { day: to, score: scoreOf(last?.score ?? null) },
        difference: ((last?.score ?? 0) - (before?.score ?? 0)) / 100,
        movements: reasonsOf(before, entries, weights).map((movement) =>
          present(
            movement,
            versions.get(movement.entry.versionId) as ModelVersion,
            names.get(movement.key) as PartName,
            metrics,
            weights.get(movement.key) ?? null,
          ),
        ),
        recomputes: isSound(before, versions) && isSound(last, versions),
      }
    },
  }
}
