/** How many of each the overview shows. */
export const overviewLimits = { latest: 5, people: 5, pulse: 24, text: 400 } as const

/** Records below are counted this far, what lies on the timeline that far; more is given as this number. */
export const mostCounted = { records: 1000, items: 50 } as const

/** The cards of the overview, in their default order. */
export const overviewCards = ['health', 'figures', 'plans', 'latest', 'people', 'pulse'] as const

export type OverviewCard = (typeof overviewCards)[number]
