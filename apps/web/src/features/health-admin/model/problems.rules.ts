import type { HealthBounds, HealthMetric, HealthModelState } from '@steward/contracts/health'
import { mostPoints } from '../../../entities/health/index.ts'
import { measurePrint, type MeasureDraft, type MeasuresPart, type RuleDraft } from './draft-model.rules.ts'

/** What is wrong, by where it lies: `<key of a measure>.name`, `<key>.rules.<key of a rule>.value`, `group.2.name`. */
export type Problems = Readonly<Record<string, string>>

const isBetween = (value: number | null, most: number) =>
  value !== null && !Number.isNaN(value) && value >= 0 && value <= most

const mostWeight = 1000

type Fault = [path: string, message: string]

function valueFault({ operator, value }: RuleDraft, metric: HealthMetric | undefined): string | undefined {
  const isList = operator === 'oneOf'
  if (value === null || (Array.isArray(value) && value.length === 0)) {
    return metric?.kind === 'options' ? 'Choose an option.' : 'Enter a value.'
  }
  const values = Array.isArray(value) ? value : [value]
  if (isList !== Array.isArray(value) || values.some((one) => Number.isNaN(one))) return 'Enter a number.'
  return undefined
}

function ruleFaults(measure: MeasureDraft, rule: RuleDraft, metric: HealthMetric | undefined): Fault[] {
  const at = `${measure.key}.rules.${rule.key}`
  const value = valueFault(rule, metric)
  return [
    ...(value ? [[`${at}.value`, value] satisfies Fault] : []),
    ...(isBetween(rule.points, mostPoints)
      ? []
      : [[`${at}.points`, 'Enter points from 0 to 10.'] satisfies Fault]),
  ]
}

function metricFaults(
  { key, metric: metricKey, period }: MeasureDraft,
  metric: HealthMetric | undefined,
): Fault[] {
  if (metricKey === null) return [[`${key}.metric`, 'Choose a metric.']]
  if (metric?.periods && period === null) return [[`${key}.period`, 'Choose a period.']]
  return []
}

function measureFaults(
  measure: MeasureDraft,
  metrics: readonly HealthMetric[],
  names: ReadonlySet<string>,
): Fault[] {
  const { key, name, rules, otherwise, weight } = measure
  const metric = metrics.find((each) => each.key === measure.metric)
  const faults: Fault[] = metricFaults(measure, metric)
  if (name.trim() === '') faults.push([`${key}.name`, 'Enter a name.'])
  else if (names.has(nameKey(measure))) faults.push([`${key}.name`, 'This name is already in use.'])
  if (rules.length === 0) faults.push([`${key}.rules`, 'Add a threshold.'])
  if (!isBetween(otherwise, mostPoints)) faults.push([`${key}.otherwise`, 'Enter points from 0 to 10.'])
  if (!isBetween(weight, mostWeight)) faults.push([`${key}.weight`, 'Enter a weight from 0 to 1,000.'])
  return [...faults, ...rules.flatMap((rule) => ruleFaults(measure, rule, metric))]
}

const nameKey = ({ stage, name }: MeasureDraft) => `${stage} ${name.trim().toLowerCase()}`

function repeated(keys: readonly string[]): Set<string> {
  return new Set(keys.filter((key, at) => keys.indexOf(key) !== at))
}

function groupFaults({ groups }: MeasuresPart): Fault[] {
  const names = groups.map(({ name }) => name.trim().toLowerCase())
  const twice = repeated(names)
  return groups.flatMap(({ groupId, name, weight }, at): Fault[] => [
    ...(name.trim() === '' ? [[`group.${groupId}.name`, 'Enter a name.'] satisfies Fault] : []),
    ...(twice.has(names[at]!)
      ? [[`group.${groupId}.name`, 'This name is already in use.'] satisfies Fault]
      : []),
    ...(isBetween(weight, mostWeight)
      ? []
      : [[`group.${groupId}.weight`, 'Enter a weight from 0 to 1,000.'] satisfies Fault]),
  ])
}

/** What keeps the section of the measures from being saved. */
export function problemsOf(part: MeasuresPart, metrics: readonly HealthMetric[]): Problems {
  const twice = repeated(part.measures.map(nameKey))
  const faults = [
    ...part.measures.flatMap((measure) => measureFaults(measure, metrics, twice)),
    ...groupFaults(part),
  ]
  return Object.fromEntries(faults)
}

/** Where a path of the server, such as measures.2.rules.0.value, lies on the screen; undefined for what is not there. */
function placeOf(path: string, saved: MeasuresPart): string | undefined {
  const [list, at, ...rest] = path.replace(/^model\./, '').split('.')
  if (list === 'groups') return `group.${saved.groups[Number(at)]?.groupId}.${rest.join('.')}`
  const measure = list === 'measures' ? saved.measures[Number(at)] : undefined
  if (!measure) return undefined
  if (rest[0] !== 'rules' || rest[1] === undefined) return [measure.key, ...rest].join('.')
  return [measure.key, 'rules', measure.rules[Number(rest[1])]?.key, rest[2] ?? 'value'].join('.')
}

/** What the server finds wrong with what is saved, for measures that were not touched since. */
export function savedProblems(
  problems: HealthModelState['problems'],
  saved: MeasuresPart,
  shown: MeasuresPart,
): { placed: Problems; others: string[] } {
  const prints = new Map(saved.measures.map((measure) => [measure.key, measurePrint(measure)]))
  const untouched = new Set(
    shown.measures
      .filter((measure) => prints.get(measure.key) === measurePrint(measure))
      .map(({ key }) => key),
  )
  const placed: Record<string, string> = {}
  const others: string[] = []
  for (const { path, message } of problems) {
    const place = placeOf(path, saved)
    const owner = place?.split('.')[0]
    if (place === undefined) others.push(message)
    else if (owner === 'group' || (owner !== undefined && untouched.has(owner))) placed[place] = message
  }
  return { placed, others }
}

/** How many things are wrong with a measure. */
export function countOf(problems: Problems, key: string): number {
  return Object.keys(problems).filter((path) => path.startsWith(`${key}.`)).length
}

/** Why bounds cannot be saved; undefined where they can. */
export function boundsProblem(bounds: readonly HealthBounds[]): string | undefined {
  const wrong = bounds.some(({ config: { lowerBound, upperBound } }) => {
    const isNumber = isBetween(lowerBound, mostPoints) && isBetween(upperBound, mostPoints)
    return !isNumber || lowerBound >= upperBound
  })
  return wrong ? 'Poor must end below the start of Good. Both must be between 0 and 10.' : undefined
}
