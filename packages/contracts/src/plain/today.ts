/** Where the items of Today come from, in the order in which settings list them. */
export const todaySources = ['task', 'score', 'mail', 'risk', 'quiet', 'plan', 'survey'] as const
export type TodaySource = (typeof todaySources)[number]

/** What the strongest item of a source counts, unless the company says otherwise. */
export const todayWeights: Readonly<Record<TodaySource, number>> = {
  task: 40,
  score: 50,
  mail: 35,
  risk: 30,
  quiet: 25,
  plan: 35,
  survey: 45,
}

export const todaySourceLabels: Readonly<Record<TodaySource, { label: string; description: string }>> = {
  task: { label: 'Tasks', description: 'Tasks that are overdue, due today or due this week' },
  score: { label: 'Score drops', description: 'Health scores that fell by 0.5 or more within 14 days' },
  mail: {
    label: 'Unanswered email',
    description: 'Emails that have waited for an answer for a day or longer',
  },
  risk: { label: 'Risks without a plan', description: 'Open risks that have no open task' },
  quiet: { label: 'Quiet accounts', description: 'Accounts without contact for twice as long as usual' },
  plan: {
    label: 'Success plans',
    description: 'Success plans of the user that are behind or due this week',
  },
  survey: {
    label: 'Unhappy answers',
    description: 'Low scores in surveys that no one has followed up within 14 days',
  },
}

export const todayLimits = {
  weight: 100,
  /** Cards of one answer. */
  cards: 100,
  /** Reasons that a card shows of one source. */
  reasons: 5,
  feedback: 500,
} as const

/** Why an item was not worth the time. */
export const feedbackReasons = ['done', 'notMine', 'notImportant', 'wrong', 'other'] as const
export type FeedbackReason = (typeof feedbackReasons)[number]
