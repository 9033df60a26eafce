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
  if (operator === 'oneOf' && !Array.isArray(value)) return 'Give a list of what it may be one of.'
  if (operator !== 'oneOf' && Array.isArray(value)) return 'Give one value, or compare by "one of".'
  const wanted = kind === 'boolean' ? 'boolean' : 'number'
  const values: readonly (boolean | number)[] = Array.isArray(value) ? value : [value as boolean | number]
  if (values.some((one) => typeof one !== wanted)) return `This is compared with ${words[kind]}.`
  if (kind !== 'options') return undefined
  const isKnown = (id: boolean | number) => options.some((option) => option.id === id)
  return values.every(isKnown) ? undefined : 'An option that this names was deleted. Choose another one.'
}

function faultsOfRule(rule: HealthRule, metric: Metric): Fault[] {
  if (!operators[metric.kind].includes(rule.operator)) {
    const message = `"${metric.displayName}" cannot be compared like this. Choose another comparison.`
    return [{ path: 'operator', message }]
  }
  const message = faultOfValue(rule, metric)
  return message === undefined ? [] : [{ path: 'value', message }]
}

function unknownMetric({ name, metric }: Checked): Fault {
  const what = metric.startsWith('field:')
    ? `"${name}" measures a field that was deleted or cannot be measured.`
    : `"${name}" measures "${metric}", which there is not.`
  return { path: 'metric', message: `${what} Choose another metric, or delete the measure.` }
}

function faultsOfPeriod({ period }: Checked, { periods, displayName }: Metric): Fault[] {
  if (periods && period === null) {
    return [{ path: 'period', message: `"${displayName}" is added up over a period. Choose one.` }]
  }
  if (periods || period === null) return []
  return [{ path: 'period', message: `"${displayName}" has no periods. Leave the period out.` }]
}

/** What is wrong with a measure itself, by the path within it. */
export function faultsOfMeasure(measure: Checked, { metrics, stages }: KnownHere): Fault[] {
  const { scope, scopeReferenceId } = measure
  const faults: Fault[] =
    scope === 2 && (scopeReferenceId === null || !stages.has(scopeReferenceId))
      ? [{ path: 'scopeReferenceId', message: 'There is no such stage. Choose a stage of this level.' }]
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
