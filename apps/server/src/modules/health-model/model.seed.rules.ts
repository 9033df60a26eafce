import { healthBounds } from '@steward/contracts/plain/built-in-value'
import type { HealthBounds, HealthMeasure, HealthModel, HealthRule } from '@steward/contracts/health'
import { levels, type LevelId } from '@steward/contracts/level'

/** What a first version is published with. */
export const firstNote = 'Default model'

const steps = (operator: HealthRule['operator'], values: readonly (readonly [number, number])[]) =>
  values.map(([value, points]): HealthRule => ({ operator, value, points }))

/** A model whose measures have no ids yet. */
export type FirstModel = Omit<HealthModel, 'measures'> & { measures: Omit<HealthMeasure, 'scoreId'>[] }

type Start = Pick<HealthMeasure, 'name' | 'metric' | 'period' | 'rules' | 'otherwise' | 'weight' | 'groupId'>

/**
 * What customers say outweighs what the team did: activity alone moves a score by a fifth at most. A measure that is
 * added without a group weighs as much as the activity, because measures without a group make one of weight 1.
 */
const [outcomes, activity] = [1, 2]
const groups: HealthModel['groups'] = [
  { groupId: outcomes, name: 'Outcomes', weight: 4 },
  { groupId: activity, name: 'Activity', weight: 1 },
]

const pulse: Start = {
  name: 'Pulse',
  metric: 'field:-2',
  period: null,
  rules: steps('gte', [
    [5, 10],
    [4, 8],
    [3, 5],
    [2, 2],
  ]),
  otherwise: 0,
  weight: 3,
  groupId: outcomes,
}

const sentiment: Start = {
  name: 'Latest sentiment',
  metric: 'sentiment',
  period: null,
  rules: steps('eq', [
    [3, 10],
    [2, 6],
  ]),
  otherwise: 0,
  weight: 2,
  groupId: outcomes,
}

const contact: Start = {
  name: 'Days since last contact',
  metric: 'daysSinceContact',
  period: null,
  rules: steps('lte', [
    [14, 10],
    [30, 7],
    [60, 4],
  ]),
  otherwise: 0,
  weight: 1,
  groupId: activity,
}

const activities: Start = {
  name: 'Activities in the last 30 days',
  metric: 'activities',
  period: 'last30',
  rules: steps('gte', [
    [4, 10],
    [2, 7],
    [1, 5],
  ]),
  otherwise: 3,
  weight: 1,
  groupId: activity,
}

/** The bounds that a level has until others are set. */
export function firstBounds(level: LevelId): HealthBounds {
  const config = { lowerBound: healthBounds.lower, upperBound: healthBounds.upper }
  return { scope: 1, scopeReferenceId: null, entityLevelId: level, config }
}

function begin(level: LevelId, starts: readonly Start[]): FirstModel {
  return {
    source: { from: 'measures' },
    groups: starts.length > 0 ? groups : [],
    measures: starts.map((start, at) => ({
      ...start,
      // A missing value counts as neither good nor bad; its weight does not pass to the other measures.
      missing: 'neutral',
      scope: 1,
      scopeReferenceId: null,
      entityLevelId: level,
      order: at + 1,
    })),
    bounds: [firstBounds(level)],
  }
}

const ofCustomers = [pulse, sentiment, contact, activities]

const models: Readonly<Record<LevelId, FirstModel>> = {
  // Its measures are for organizations none of whose accounts has a score.
  1: { ...begin(1, ofCustomers), source: { from: 'accounts', how: 'average' } },
  2: begin(2, ofCustomers),
  3: begin(3, [pulse, sentiment, contact]),
  4: begin(4, []),
}

/** The defaults of a new tenant. */
export const firstModels: readonly { level: LevelId; model: FirstModel }[] = levels.map(({ id }) => ({
  level: id,
  model: models[id],
}))
