/** What a new company does first, in this order. */
export const firstSteps = ['customers', 'health', 'teammates', 'note'] as const

export type FirstStep = (typeof firstSteps)[number]

/** As whom one can look around in the sample customers. */
export const visitRoles = ['administrator', 'teamLead', 'manager', 'viewer'] as const

export type VisitRole = (typeof visitRoles)[number]

/** Whether the sample customers are there. */
export const demoStates = ['none', 'loading', 'loaded', 'removing'] as const

export type DemoState = (typeof demoStates)[number]
