import type { HealthMeasure, HealthMetric, HealthModel } from '@steward/contracts/health'

/** A measure of accounts with everything said. */
export const measure = (scoreId: number, name: string, more: Partial<HealthMeasure> = {}): HealthMeasure => ({
  scoreId,
  scope: 1,
  scopeReferenceId: null,
  entityLevelId: 2,
  order: scoreId,
  name,
  metric: 'daysSinceContact',
  period: null,
  rules: [{ operator: 'lte', value: 14, points: 10 }],
  otherwise: 0,
  weight: 1,
  missing: 'ignore',
  groupId: null,
  ...more,
})

export const model = (measures: HealthMeasure[], more: Partial<HealthModel> = {}): HealthModel => ({
  source: { from: 'measures' },
  groups: [],
  measures,
  bounds: [{ scope: 1, scopeReferenceId: null, entityLevelId: 2, config: { lowerBound: 4, upperBound: 7 } }],
  ...more,
})

export const metrics: HealthMetric[] = [
  {
    key: 'daysSinceContact',
    displayName: 'Days since contact',
    kind: 'date',
    unit: 'days',
    periods: false,
    options: [],
  },
  { key: 'activities', displayName: 'Activities', kind: 'number', unit: null, periods: true, options: [] },
  {
    key: 'field:7',
    displayName: 'Tier',
    kind: 'options',
    unit: null,
    periods: false,
    options: [{ id: 1, displayName: 'Gold' }],
  },
]
