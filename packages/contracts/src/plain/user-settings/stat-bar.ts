/** The places of stat bars: above a list, or in the header of a record's page. */
export const statBarScopes = ['list', '360'] as const

export type StatBarScope = (typeof statBarScopes)[number]

export const mostWidgets = 7

/** The facts in the header of a record until its reader chooses, in this order. */
export const headerWidgets = ['arr', 'renewal', 'healthTrend', 'lastContact', 'nextStep'] as const

export type HeaderWidget = (typeof headerWidgets)[number]

/** The days ahead of which a list counts renewals. */
export const renewalDays = 90
