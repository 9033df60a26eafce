import type { HealthMeasure, HealthMetric, HealthRule } from '@steward/contracts/health'

type Operator = HealthRule['operator']

export const operatorWords: Readonly<Record<Operator, string>> = {
  eq: 'is',
  oneOf: 'is one of',
  gte: 'at least',
  gt: 'more than',
  lte: 'at most',
  lt: 'less than',
}

/** What can be asked of a kind of metric, the usual first. */
export const operatorsOf: Readonly<Record<HealthMetric['kind'], readonly Operator[]>> = {
  number: ['gte', 'gt', 'lte', 'lt', 'eq', 'oneOf'],
  date: ['lte', 'lt', 'gte', 'gt', 'eq', 'oneOf'],
  boolean: ['eq'],
  options: ['eq', 'oneOf'],
}

export const policyWords: Readonly<Record<HealthMeasure['missing'], { label: string; detail: string }>> = {
  ignore: { label: 'Ignore', detail: 'Its weight goes to the other measures' },
  neutral: { label: '5 points', detail: 'Neither good nor poor' },
  worst: { label: 'Fewest points', detail: 'Missing data counts as a risk' },
}

export const supportingWords = {
  label: 'Supporting measure',
  detail: 'Counts only alongside others: a record that has data for supporting measures alone has no score.',
}
