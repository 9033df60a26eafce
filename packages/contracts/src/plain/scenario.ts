/** How scenarios are stored: their place in the list, from 1. */
export const scenarioStatuses = ['active', 'draft', 'inactive', 'archived', 'paused'] as const
export type ScenarioStatus = (typeof scenarioStatuses)[number]
export const scenarioStatusId = (status: ScenarioStatus): number => scenarioStatuses.indexOf(status) + 1

export const nodeCategories = ['trigger', 'operator', 'action'] as const
export type NodeCategory = (typeof nodeCategories)[number]

/**
 * How the execution of a node ended. A failure or a skip is unattended until someone dismisses it. Stored as the
 * place in the list, from 1.
 */
export const executionStatuses = [
  'in_progress',
  'completed',
  'rejected',
  'unattended_failure',
  'attended_failure',
  'unattended_skip',
  'attended_skip',
] as const
export type ExecutionStatus = (typeof executionStatuses)[number]
export const executionStatusId = (status: ExecutionStatus): number => executionStatuses.indexOf(status) + 1

export const waitPeriods = ['hour', 'day', 'calendarWeek', 'calendarMonth'] as const
export type WaitPeriod = (typeof waitPeriods)[number]

export const scheduleRepeats = ['once', 'daily', 'weekly', 'monthly'] as const
export type ScheduleRepeat = (typeof scheduleRepeats)[number]

/** What a scenario that starts with On Event can follow. */
export const scenarioEvents = [
  'created',
  'change_attribute',
  'stage_changed',
  'churned',
  'task_completed',
  'playbook_completed',
  'entered_segment',
  'left_segment',
  'note_added',
  'activity_logged',
  'pulse_logged',
  'email_received',
  'survey_answered',
  'plan_completed',
  'milestone_completed',
  'kpi_target_met',
] as const
export type ScenarioEvent = (typeof scenarioEvents)[number]

export const reentryRules = ['once', 'always', 'limited'] as const

/** What Set Attribute does to the value that a record has. */
export const attributeOperations = ['set', 'clear', 'add', 'remove', 'append', 'formula'] as const
export type AttributeOperation = (typeof attributeOperations)[number]

/** Whether a contact gets an email in which a placeholder stands for nothing. */
export const emptyRules = ['skip', 'leaveOut'] as const
export type EmptyRule = (typeof emptyRules)[number]

/** What a scenario sends. Stored as the place in the list, from 1. */
export const deliveryKinds = ['email', 'call'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/**
 * The state of a delivery. One that is held was stopped with its scenario before it went out; one that was skipped must not
 * go out any more. Stored as the place in the list, from 1.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'held', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryStateId = (state: DeliveryState): number => deliveryStates.indexOf(state) + 1

/** The state of a question to a user. Stored as the place in the list, from 1. */
export const approvalStates = ['open', 'approved', 'rejected', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]
export const approvalStateId = (state: ApprovalState): number => approvalStates.indexOf(state) + 1

/** How far a rehearsal is. */
export const rehearsalStates = ['running', 'done', 'failed', 'outdated'] as const
export type RehearsalState = (typeof rehearsalStates)[number]

export const scenarioLimits = {
  name: 120,
  description: 2000,
  nodes: 200,
  branches: 10,
  /** Periods of a wait. */
  wait: 1000,
  /** Days before or after a date field. */
  offset: 4000,
  /** Days, weeks or months that a change looks back. */
  timespan: 400,
  percent: 1_000_000,
  title: 255,
  checklist: 50,
  checklistText: 500,
  dueDays: 4000,
  /** Executions that a call retries or dismisses. */
  executions: 1000,
  /** Days that a rehearsal replays. */
  rehearsedDays: 90,
  /** Users among whom records are spread. */
  people: 50,
  /** Characters of a notification. */
  notice: 200,
  /** Characters of an address that is called, and of the text that goes along. */
  url: 2000,
  callText: 4000,
} as const
