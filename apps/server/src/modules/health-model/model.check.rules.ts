import { fold } from '@steward/conditions'
import type { HealthBounds, HealthModel } from '@steward/contracts/health'
import type { AddMeasure } from '@steward/contracts/health-settings'
import type { LevelId } from '@steward/contracts/level'
import { faultsOfMeasure, type Fault } from './measure.check.rules.ts'
import type { Metric } from './metric.port.ts'
import { scopeKey } from './model.rules.ts'

/** The context against which a model is checked. */
export interface Known {
  level: LevelId
  metrics: ReadonlyMap<string, Metric>
  /** The stages of the level. */
  stages: ReadonlySet<number>
  /** Fields of accounts that hold money. */
  moneyFields: ReadonlySet<number>
}

interface Named {
  name: string
}

/** Where a name stands that something before it has, too. */
function repeated(items: readonly Named[], keyOf: (item: Named) => string): number[] {
  const seen = new Set<string>()
  return items.flatMap((item, at) => {
    const key = keyOf(item)
    if (seen.has(key)) return [at]
    seen.add(key)
    return []
  })
}

const twice = (name: string) => `"${name}" is already in use. Choose another name.`

function faultsOfNames({ measures, groups }: HealthModel): Fault[] {
  const keys = new Map<Named, string>(
    measures.map((measure) => [measure, `${scopeKey(measure)}: ${fold(measure.name)}`]),
  )
  return [
    ...repeated(measures, (measure) => keys.get(measure) ?? '').map((at) => ({
      path: `measures.${at}.name`,
      message: twice(measures[at]?.name ?? ''),
    })),
    ...repeated(groups, ({ name }) => fold(name)).map((at) => ({
      path: `groups.${at}.name`,
      message: twice(groups[at]?.name ?? ''),
    })),
  ]
}

function faultsOfGroupIds({ measures, groups }: HealthModel): Fault[] {
  const ids = groups.map(({ groupId }) => groupId)
  const doubled = ids.flatMap((id, at) =>
    ids.indexOf(id) === at
      ? []
      : [{ path: `groups.${at}.groupId`, message: `Two groups have the id ${id}. Ids must be unique.` }],
  )
  const lost = measures.flatMap(({ groupId, name }, at) =>
    groupId === null || ids.includes(groupId)
      ? []
      : [
          {
            path: `measures.${at}.groupId`,
            message: `The group of "${name}" was deleted. Choose another group, or none.`,
          },
        ],
  )
  return [...doubled, ...lost]
}

const sum = (weights: readonly number[]): number => weights.reduce((all, weight) => all + weight, 0)

/** Faults of the weights of measures that score the same records. */
function faultsOfScope(model: HealthModel, places: readonly number[]): Fault[] {
  const { measures, groups } = model
  const byGroup = Map.groupBy(places, (at) => measures[at]?.groupId ?? null)
  const faults: Fault[] = []
  for (const [groupId, of] of byGroup) {
    if (sum(of.map((at) => measures[at]?.weight ?? 0)) > 0) continue
    const group = groups.find((one) => one.groupId === groupId)
    const whose = group ? `of the group "${group.name}"` : groups.length > 0 ? 'without a group' : ''
    faults.push({
      path: `measures.${of[0]}.weight`,
      message:
        `The weights of the measures ${whose} add up to zero. Set at least one weight above 0.`.replace(
          '  ',
          ' ',
        ),
    })
  }
  const used = [...byGroup.keys()].map((groupId) => groups.findIndex((one) => one.groupId === groupId))
  const hasOwnWeight = used.includes(-1)
  if (!hasOwnWeight && sum(used.map((at) => groups[at]?.weight ?? 0)) === 0) {
    faults.push({
      path: `groups.${used[0]}.weight`,
      message: 'The weights of the groups add up to zero. Set at least one weight above 0.',
    })
  }
  return faults
}

/** Supporting measures alone never give a score. */
function faultsOfSupport({ measures }: HealthModel, places: readonly number[]): Fault[] {
  if (places.some((at) => !measures[at]?.supporting)) return []
  const message =
    'All measures of this scope are supporting, so no record would get a score. Add one that is not, or turn the setting off for one.'
  return [{ path: `measures.${places[0]}.supporting`, message }]
}

function faultsOfScopes(model: HealthModel): Fault[] {
  const places = model.measures.map((_, at) => at)
  const scopes = Map.groupBy(places, (at) => {
    const measure = model.measures[at]
    return measure ? scopeKey(measure) : ''
  })
  return [...scopes.values()].flatMap((of) => [...faultsOfScope(model, of), ...faultsOfSupport(model, of)])
}

/** The faults of a new measure among the existing ones. */
export function faultsBeside({ measures, groups }: HealthModel, body: AddMeasure): Fault[] {
  const beside = measures.filter((one) => scopeKey(one) === scopeKey(body))
  const faults: Fault[] = []
  if (beside.some(({ name }) => fold(name) === fold(body.name))) {
    faults.push({
      path: 'name',
      message: `There is already a measure "${body.name}". Choose another name.`,
    })
  }
  if (body.groupId !== null && !groups.some(({ groupId }) => groupId === body.groupId)) {
    faults.push({ path: 'groupId', message: 'This group does not exist. Choose another one, or none.' })
  }
  return faults
}

/** What is wrong with bounds themselves, by the path within them. */
export function faultsOfBounds(bounds: HealthBounds, { stages }: Pick<Known, 'stages'>): Fault[] {
  const { scope, scopeReferenceId, config } = bounds
  const faults: Fault[] = []
  if (scope === 2 && (scopeReferenceId === null || !stages.has(scopeReferenceId))) {
    faults.push({
      path: 'scopeReferenceId',
      message: 'This stage does not exist. Choose a stage of this level.',
    })
  }
  if (config.lowerBound >= config.upperBound) {
    const message = 'The lower bound must be below the upper bound.'
    faults.push({ path: 'config.lowerBound', message })
  }
  return faults
}

function faultsOfAllBounds({ bounds }: HealthModel, known: Known): Fault[] {
  const keys = bounds.map(scopeKey)
  return bounds.flatMap((one, at) => {
    const faults = faultsOfBounds(one, known)
    if (keys.indexOf(scopeKey(one)) !== at) {
      faults.push({ path: 'scope', message: 'There are two sets of score bands for this. Delete one.' })
    }
    return faults.map(({ path, message }) => ({ path: `bounds.${at}.${path}`, message }))
  })
}

function faultsOfSource({ source }: HealthModel, { level, moneyFields }: Known): Fault[] {
  if (source.from !== 'accounts') return []
  if (level !== 1) {
    return [{ path: 'source.from', message: 'Only organizations can use the score of their accounts.' }]
  }
  if (source.how !== 'weighted' || moneyFields.has(source.fieldId)) return []
  const message = 'This is not a currency field of accounts, or it was deleted. Choose another one.'
  return [{ path: 'source.fieldId', message }]
}

/** The faults that prevent publishing a model, by path. */
export function faultsOfModel(model: HealthModel, known: Known): Fault[] {
  return [
    ...faultsOfSource(model, known),
    ...model.measures.flatMap((measure, at) =>
      faultsOfMeasure(measure, known).map(({ path, message }) => ({
        path: `measures.${at}.${path}`,
        message,
      })),
    ),
    ...faultsOfNames(model),
    ...faultsOfGroupIds(model),
    ...faultsOfScopes(model),
    ...faultsOfAllBounds(model, known),
  ]
}
