export const playbookStatuses = ['active', 'inactive', 'archived'] as const
export type PlaybookStatus = (typeof playbookStatuses)[number]

export const instanceStatuses = ['OPEN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'ARCHIVED'] as const
export type InstanceStatus = (typeof instanceStatuses)[number]

/** Instances that nothing more happens in. */
export const doneInstanceStatuses: readonly InstanceStatus[] = ['COMPLETED', 'ARCHIVED']

/** How they are stored: their place in the list, from 1. */
export const playbookStatusId = (status: PlaybookStatus): number => playbookStatuses.indexOf(status) + 1
export const instanceStatusId = (status: InstanceStatus): number => instanceStatuses.indexOf(status) + 1

/** What happens to running instances when their template is archived. */
export const archiveActions = ['keep', 'complete', 'archive'] as const

/**
 * Where a step of an instance is: it has a task, waits until the step before it is completed, was skipped by
 * someone, or its condition did not hold.
 */
export const stepStates = ['task', 'waiting', 'skipped', 'unmet'] as const
export type StepState = (typeof stepStates)[number]

export const dayOffRules = ['before', 'after', 'keep'] as const
export const offsetAnchors = ['start', 'end', 'step', 'field'] as const

export const playbookLimits = {
  name: 120,
  description: 2000,
  steps: 50,
  title: 255,
  checklist: 50,
  checklistText: 500,
  group: 100,
  /** Days of an offset, in either direction. */
  offset: 4000,
  duration: 4000,
  /** Records of an application that is written at once; more run as a job. */
  atOnce: 200,
  /** Instances of one bulk call. */
  instancesAtOnce: 100,
  /** Percent of the records that can be held out. */
  holdOut: 50,
  reason: 500,
} as const

/** Placeholders for the title and the description of a step. */
export const playbookPlaceholders = [
  ['{{record.name}}', 'Name of the record'],
  ['{{organization.name}}', 'Name of its organization'],
  ['{{account.name}}', 'Name of its account'],
  ['{{owner.name}}', 'Name of its primary owner'],
] as const
