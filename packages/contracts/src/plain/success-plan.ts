/** The parts of a plan, in the order of the ids under which they are stored, from 1. */
export const planItemKinds = ['MILESTONE', 'KPI', 'NOTE', 'FILE'] as const
export type PlanItemKind = (typeof planItemKinds)[number]

export const planItemKindId = (kind: PlanItemKind): number => planItemKinds.indexOf(kind) + 1

/** The lists of statuses and progress, in the order of the ids under which they are stored, from 1. */
export const planLookupTypes = [
  'SUCCESS_PLAN_STATUS',
  'SUCCESS_PLAN_PROGRESS',
  'MILESTONE_STATUS',
  'KPI_PROGRESS',
] as const
export type PlanLookupType = (typeof planLookupTypes)[number]

export const planLookupTypeId = (type: PlanLookupType): number => planLookupTypes.indexOf(type) + 1

/** What Steward understands by an entry, whatever the company calls it. */
export const planStatusMeanings = ['open', 'inProgress', 'completed'] as const
export const planProgressMeanings = ['none', 'onTrack', 'behind', 'achieved', 'missed'] as const
export type PlanMeaning = (typeof planStatusMeanings)[number] | (typeof planProgressMeanings)[number]

export interface PlanLookup {
  lookupId: number
  type: PlanLookupType
  name: string
  meaning: PlanMeaning
  isActive: boolean
}

const statuses = ['Not started', 'In progress', 'Completed'] as const
const progress = ['Not set', 'On track', 'At risk', 'Achieved', 'Not achieved'] as const

const entriesOf = (
  type: PlanLookupType,
  first: number,
  names: readonly string[],
  meanings: readonly PlanMeaning[],
): PlanLookup[] =>
  names.map((name, at) => ({
    lookupId: first + at,
    type,
    name,
    meaning: meanings[at] as PlanMeaning,
    isActive: true,
  }))

/** The entries that every company begins with. Their ids are the same everywhere; those of a company begin at 1000. */
export const builtInLookups: readonly PlanLookup[] = [
  ...entriesOf('SUCCESS_PLAN_STATUS', 1, statuses, planStatusMeanings),
  ...entriesOf('SUCCESS_PLAN_PROGRESS', 11, progress, planProgressMeanings),
  ...entriesOf('MILESTONE_STATUS', 21, statuses, planStatusMeanings),
  ...entriesOf('KPI_PROGRESS', 31, progress, planProgressMeanings),
]

export const isStatusLookup = (type: PlanLookupType): boolean => type.endsWith('STATUS')

export const kpiTargetTypes = ['currency', 'numeric', 'percentage'] as const
export type KpiTargetType = (typeof kpiTargetTypes)[number]

export const kpiCriteria = ['is greater than', 'is less than'] as const
export type KpiCriteria = (typeof kpiCriteria)[number]

/** The words before a target: a value that equals it has reached it. */
export const kpiTargetWords: Readonly<Record<KpiCriteria, string>> = {
  'is greater than': 'at least',
  'is less than': 'at most',
}

/** How the list of all plans can be narrowed. */
export const planShows = ['behind', 'dueThisMonth', 'noOwner'] as const
export type PlanShow = (typeof planShows)[number]

export const planLimits = {
  name: 255,
  lookupName: 60,
  collaborators: 50,
  /** Items of a plan. */
  items: 500,
  /** Tasks of a milestone. */
  tasks: 200,
  lookups: 50,
  value: 1e15,
  /** Values of a KPI in a chart. */
  history: 1000,
  /** Links of a plan that can be open at once. */
  links: 20,
  /** Characters of a comment of a customer, and of the name under it. */
  comment: 2000,
  author: 100,
  /** Comments that can be written by one link. */
  comments: 200,
} as const
