import type { HealthBounds, HealthMeasure, HealthModel } from '@steward/contracts/health'
import type { AddMeasure, PutBounds, PutDraft } from '@steward/contracts/health-settings'
import type { LevelId } from '@steward/contracts/level'
import { firstBounds } from './model.seed.rules.ts'

type Scoped = Pick<HealthMeasure, 'scope' | 'scopeReferenceId'>

/** Measures and bounds of one scope have the same. */
export const scopeKey = ({ scope, scopeReferenceId }: Scoped): string =>
  scope === 1 ? 'global' : `stage ${scopeReferenceId}`

/** A scope as it is kept: only one of a stage names one. */
function scopeOf({ scope, scopeReferenceId }: Scoped): Scoped {
  return { scope, scopeReferenceId: scope === 1 ? null : scopeReferenceId }
}

/** A measure as it is kept: one that is not supporting says nothing of it, as those of older models. */
function settled<M extends { supporting?: boolean | undefined }>({ supporting, ...measure }: M) {
  return supporting === true ? { ...measure, supporting } : measure
}

/** The measures with their places within their scopes, as they are in the list. */
function numbered(measures: readonly HealthMeasure[]): HealthMeasure[] {
  const places = new Map<string, number>()
  return measures.map((measure) => {
    const place = (places.get(scopeKey(measure)) ?? 0) + 1
    places.set(scopeKey(measure), place)
    return { ...measure, order: place }
  })
}

function withGlobal(level: LevelId, bounds: readonly HealthBounds[]): HealthBounds[] {
  return bounds.some(({ scope }) => scope === 1) ? [...bounds] : [firstBounds(level), ...bounds]
}

/** How many measures of a draft still need an id, because they are new. */
export function countNew(wish: PutDraft['model'], known: ReadonlySet<number>): number {
  return wish.measures.filter(isNew(known)).length
}

/** Whether a measure is new: it has no id, one that is not known, or that of a measure before it. */
function isNew(known: ReadonlySet<number>): (measure: { scoreId?: number | null }) => boolean {
  const seen = new Set<number>()
  return ({ scoreId }) => {
    if (scoreId === null || scoreId === undefined || !known.has(scoreId) || seen.has(scoreId)) return true
    seen.add(scoreId)
    return false
  }
}

/** A draft as it is kept, from what was sent; `ids` are for the new measures. */
export function toDraft(
  level: LevelId,
  wish: PutDraft['model'],
  known: ReadonlySet<number>,
  ids: readonly number[],
): HealthModel {
  const left = [...ids]
  const isOneNew = isNew(known)
  const measures = wish.measures.map((measure) => ({
    ...settled(measure),
    ...scopeOf(measure),
    entityLevelId: level,
    scoreId: isOneNew(measure) ? (left.shift() as number) : (measure.scoreId as number),
    order: 0,
  }))
  const bounds = wish.bounds.map((one) => ({ ...one, ...scopeOf(one), entityLevelId: level }))
  return { ...wish, measures: numbered(measures), bounds: withGlobal(level, bounds) }
}

/** The model with one more measure, the last of its scope. */
export function withMeasure(model: HealthModel, body: AddMeasure, scoreId: number): HealthModel {
  const measure = { ...settled(body), ...scopeOf(body), scoreId, order: 0 }
  return { ...model, measures: numbered([...model.measures, measure]) }
}

export function withoutMeasure(model: HealthModel, scoreId: number): HealthModel {
  return { ...model, measures: numbered(model.measures.filter((one) => one.scoreId !== scoreId)) }
}

/** The model with a measure at another place of its scope; beyond the last is the last. */
export function withMeasureAt(model: HealthModel, scoreId: number, place: number): HealthModel {
  const moved = model.measures.find((one) => one.scoreId === scoreId)
  if (!moved) return model
  const others = model.measures.filter((one) => one !== moved)
  const beside = others.filter((one) => scopeKey(one) === scopeKey(moved))
  const next = beside[place - 1]
  const last = beside.at(-1)
  const at = next ? others.indexOf(next) : last ? others.indexOf(last) + 1 : others.length
  return { ...model, measures: numbered(others.toSpliced(at, 0, moved)) }
}

/** The model with bounds in the place of those of the same scope. */
export function withBounds(model: HealthModel, wish: PutBounds): HealthModel {
  const bounds: HealthBounds = { ...wish, ...scopeOf(wish) }
  const isSame = (one: HealthBounds) => scopeKey(one) === scopeKey(bounds)
  const has = model.bounds.some(isSame)
  return {
    ...model,
    bounds: has ? model.bounds.map((one) => (isSame(one) ? bounds : one)) : [...model.bounds, bounds],
  }
}
