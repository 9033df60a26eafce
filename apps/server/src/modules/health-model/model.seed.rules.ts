import { healthBounds } from '@steward/contracts/plain/built-in-value'
import type { HealthBounds, HealthMeasure, HealthModel, HealthRule } from '@steward/contracts/health'
import { levels, type LevelId } from '@steward/contracts/level'

/** What a first version is published with. */
export const firstNote = 'Default model'

const steps = (operator: HealthRule['operator'], values: readonly (readonly [number, number])[]) =>
  values.map(([value, points]): HealthRule => ({ operator, value, points }))

/** A model whose measures have no ids yet. */
export type FirstModel = Omit<HealthModel, 'measures'> & { measures: Omit<HealthMeasure, 'scoreId'>[] }

type Start = Pick<
  HealthMeasure,
  'name' | 'metric' | 'period' | 'rules' | 'otherwise' | 'weight' | 'groupId' | 'supporting'
>

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

/**
 * By the days until the contract ends, which are less than zero days since: the nearer, the less is certain. A date
 * from a list of contracts doesn't say how a customer is.
 */
const renewalOf = (fieldId: number): Start => ({
  name: 'Renewal',
  metric: `field:${fieldId}`,
  period: null,
  rules: [
    ...steps('lt', [
      [-180, 8],
      [-90, 7],
      [-30, 5],
    ]),
    ...steps('lte', [[0, 3]]),
  ],
  otherwise: 0,
  weight: 1,
  groupId: outcomes,
  supporting: true,
})

/** Where the last risk was mitigated the customer stands hardly better than one who never had any. */
const risks: Start = {
  name: 'Risks',
  metric: 'risks',
  period: null,
  rules: steps('lte', [
    [0, 6],
    [1, 2],
  ]),
  otherwise: 0,
  weight: 2,
  groupId: outcomes,
  supporting: true,
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

/** The id of a level's field for the day of the renewal; undefined where a company starts without it. */
export type FindRenewal = (level: LevelId) => number | undefined

function ofCustomers(level: LevelId, findRenewal: FindRenewal): FirstModel {
  const fieldId = findRenewal(level)
  const renewal = fieldId === undefined ? [] : [renewalOf(fieldId)]
  return begin(level, [pulse, sentiment, ...renewal, risks, contact, activities])
}

/** The defaults of a new tenant. */
export function makeFirstModels(findRenewal: FindRenewal): { level: LevelId; model: FirstModel }[] {
  const models: Readonly<Record<LevelId, FirstModel>> = {
    // Its measures are for organizations none of whose accounts has a score.
    1: { ...ofCustomers(1, findRenewal), source: { from: 'accounts', how: 'average' } },
    2: ofCustomers(2, findRenewal),
    3: begin(3, [pulse, sentiment, contact]),
    4: begin(4, []),
  }
  return levels.map(({ id }) => ({ level: id, model: models[id] }))
}
