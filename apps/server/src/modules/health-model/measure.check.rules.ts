import type { HealthMeasure, HealthRule } from '@steward/contracts/health'
import type { Metric } from './metric.port.ts'

/** What is wrong, and where: a path as that of a field in a request. */
export interface Fault {
  path: string
  message: string
}

type Checked = Pick<HealthMeasure, 'name' | 'metric' | 'period' | 'rules' | 'scope' | 'scopeReferenceId'>

interface KnownHere {
  metrics: ReadonlyMap<string, Metric>
  stages: ReadonlySet<number>
}

const operators: Readonly<Record<Metric['kind'], readonly HealthRule['operator'][]>> = {
  number: ['eq', 'oneOf', 'lt', 'lte', 'gt', 'gte'],
  date: ['eq', 'oneOf', 'lt', 'lte', 'gt', 'gte'],
  boolean: ['eq'],
  options: ['eq', 'oneOf'],
}

const words: Readonly<Record<Metric['kind'], string>> = {
  number: 'a number',
  date: 'a number of days',
  boolean: 'true or false',
  options: 'an option',
}

function faultOfValue({ operator, value }: HealthRule, { kind, options = [] }: Metric): string | undefined {
  if (operator === 'oneOf' && !Array.isArray(value)) return 'Enter a list of values.'
  if (operator !== 'oneOf' && Array.isArray(value)) return 'Enter one value, or use "one of".'
  const wanted = kind === 'boolean' ? 'boolean' : 'number'
  const values: readonly (boolean | number)[] = Array.isArray(value) ? value : [value as boolean | number]
  if (values.some((one) => typeof one !== wanted)) return `Enter ${words[kind]} to compare with.`
  if (kind !== 'options') return undefined
  const isKnown = (id: boolean | number) => options.some((option) => option.id === id)
  return values.every(isKnown) ? undefined : 'A selected option was deleted. Choose another one.'
}

function faultsOfRule(rule: HealthRule, metric: Metric): Fault[] {
  if (!operators[metric.kind].includes(rule.operator)) {
    const message = `"${metric.displayName}" doesn't support this comparison. Choose another one.`
    return [{ path: 'operator', message }]
  }
  const message = faultOfValue(rule, metric)
  return message === undefined ? [] : [{ path: 'value', message }]
}

function unknownMetric({ name, metric }: Checked): Fault {
  const what = metric.startsWith('field:')
    ? `"${name}" uses a field that was deleted or can't be measured.`
    : `"${name}" uses the unknown metric "${metric}".`
  return { path: 'metric', message: `${what} Choose another metric, or delete the measure.` }
}

function faultsOfPeriod({ period }: Checked, { periods, displayName }: Metric): Fault[] {
  if (periods && period === null) {
    return [{ path: 'period', message: `"${displayName}" is summed over a period. Choose one.` }]
  }
  if (periods || period === null) return []
  return [{ path: 'period', message: `"${displayName}" has no periods. Remove the period.` }]
}

/** What is wrong with a measure itself, by the path within it. */
export function faultsOfMeasure(measure: Checked, { metrics, stages }: KnownHere): Fault[] {
  const { scope, scopeReferenceId } = measure
  const faults: Fault[] =
    scope === 2 && (scopeReferenceId === null || !stages.has(scopeReferenceId))
      ? [{ path: 'scopeReferenceId', message: 'This stage does not exist. Choose a stage of this level.' }]
      : []
  const metric = metrics.get(measure.metric)
  if (!metric) return [...faults, unknownMetric(measure)]
  return [
    ...faults,
    ...faultsOfPeriod(measure, metric),
    ...measure.rules.flatMap((rule, at) =>
      faultsOfRule(rule, metric).map(({ path, message }) => ({ path: `rules.${at}.${path}`, message })),
    ),
  ]
}
