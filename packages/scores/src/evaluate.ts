import type { HealthMeasure, HealthModel } from '@steward/contracts/health'
import { pointsOf, pointsOfAccounts } from './points.ts'
import { sharesOf, weigh, type Shares } from './share.ts'
import { isMissing, type Input, type InputValue } from './value.ts'

/** One measure of a score. Points and contribution are in hundredths. */
export interface Part {
  /** `m<scoreId>`, or `accounts`. */
  key: string
  /** The metric, and its period if it has one. */
  from: string
  value: InputValue
  at: string | null
  /** Null where it takes no part. */
  points: number | null
  /** Its weight in the score, 0 to 1. */
  share: number
  contribution: number
}

export interface Evaluation {
  /** In hundredths; null where there is nothing to score by. */
  score: number | null
  /** Their contributions add up to the score. */
  parts: Part[]
  /** The points in one text: what is alike has the same score. */
  digest: string
}

/** Gives the input of what is measured; `from` is that of a part. */
export type FindInput = (from: string) => Input

export interface Scorer {
  model: HealthModel
  /** The measures by which records of a stage are scored, in their order. */
  measuresOf(stageId: number | null): readonly HealthMeasure[]
  evaluate(stageId: number | null, find: FindInput): Evaluation
}

export const accountsKey = 'accounts'

/** The key of a measure's metric and period. */
export function fromOf({ metric, period }: Pick<HealthMeasure, 'metric' | 'period'>): string {
  return period === null ? metric : `${metric}@${period}`
}

export function keyOf({ scoreId }: Pick<HealthMeasure, 'scoreId'>): string {
  return `m${scoreId}`
}

/** The measures of a stage alone where it has any, else those of all records. */
function applicable(model: HealthModel, stageId: number | null): HealthMeasure[] {
  const own = model.measures.filter(
    ({ scope, scopeReferenceId }) => scope === 2 && scopeReferenceId === stageId,
  )
  const chosen = own.length > 0 ? own : model.measures.filter(({ scope }) => scope === 1)
  return chosen.toSorted((a, b) => a.order - b.order || a.scoreId - b.scoreId)
}

interface Weighed {
  score: number | null
  contributions: readonly number[]
  shares: readonly number[]
}

const mostRemembered = 10_000
const shareDigits = 1_000_000_000n

function shareOf({ numerators, denominator }: Shares, at: number): number {
  if (denominator === 0n) return 0
  return Number(((numerators[at] as bigint) * shareDigits) / denominator) / Number(shareDigits)
}

/** The scores of one set of measures; records that have the same points are calculated once. */
function createMeasuring(model: HealthModel, measures: readonly HealthMeasure[]) {
  const keys = measures.map(keyOf)
  const froms = measures.map(fromOf)
  const known = new Map<string, Weighed>()

  function weighed(digest: string, points: readonly (number | null)[]): Weighed {
    const found = known.get(digest)
    if (found) return found
    const shares = sharesOf(
      model,
      measures,
      points.map((one) => one !== null),
    )
    const made = { ...weigh(points, shares), shares: measures.map((_, at) => shareOf(shares, at)) }
    if (known.size >= mostRemembered) known.clear()
    known.set(digest, made)
    return made
  }

  function scoreBy(find: FindInput): Evaluation {
    const inputs = froms.map(find)
    // Where none but supporting measures have data, there is nothing to say, whatever a missing value would count.
    const isKnown = measures.some((one, at) => !one.supporting && !isMissing((inputs[at] as Input).value))
    const points = measures.map((one, at) => (isKnown ? pointsOf(one, (inputs[at] as Input).value) : null))
    const digest = keys.map((key, at) => `${key}:${points[at] ?? '-'}`).join(' ')
    const { score, contributions, shares } = weighed(digest, points)
    const parts = keys.map((key, at) => ({
      key,
      from: froms[at] as string,
      ...(inputs[at] as Input),
      points: points[at] ?? null,
      share: shares[at] as number,
      contribution: contributions[at] as number,
    }))
    return { score, parts, digest }
  }

  return { measures, scoreBy }
}

function evaluateAccounts(model: HealthModel, find: FindInput): Evaluation {
  const input = find(accountsKey)
  const points = pointsOfAccounts(model.source, input.value)
  const contribution = points ?? 0
  const part = {
    key: accountsKey,
    from: accountsKey,
    ...input,
    points,
    share: points === null ? 0 : 1,
    contribution,
  }
  return { score: points, parts: [part], digest: `${accountsKey}:${points ?? '-'}` }
}

/** Prepares a model for scoring many records. */
export function createScorer(model: HealthModel): Scorer {
  const byStage = new Map<number | null, ReturnType<typeof createMeasuring>>()
  const fromAccounts = model.source.from === 'accounts'
  const measuring = (stageId: number | null) => {
    const found = byStage.get(stageId)
    if (found) return found
    const made = createMeasuring(model, applicable(model, stageId))
    byStage.set(stageId, made)
    return made
  }
  return {
    model,
    measuresOf: (stageId) => measuring(stageId).measures,
    evaluate(stageId, find) {
      const { measures, scoreBy } = measuring(stageId)
      if (!fromAccounts) return scoreBy(find)
      const byAccounts = evaluateAccounts(model, find)
      // An organization none of whose accounts has a score is scored by its own measures.
      return byAccounts.score === null && measures.length > 0 ? scoreBy(find) : byAccounts
    },
  }
}

/** Scores one record by a model. */
export function evaluate(model: HealthModel, stageId: number | null, find: FindInput): Evaluation {
  return createScorer(model).evaluate(stageId, find)
}
