/** From which day the next one is counted: the day of the rule, or the day on which the task was completed. */
export const recurrenceModes = ['calendar', 'completion'] as const
export type RecurrenceMode = (typeof recurrenceModes)[number]

/** What happens to a day that is no business day of the assignee. */
export const dayOffRules = ['keep', 'before', 'after'] as const
export type DayOffRule = (typeof dayOffRules)[number]

export const recurrenceLimits = {
  /** Characters of a rule. */
  rule: 300,
  interval: 1000,
  count: 10_000,
  /** Days that a preview lists. */
  preview: 5,
} as const
