export const pipelineTypes = [
  { id: 1, name: 'Opportunity' },
  { id: 2, name: 'Risk' },
] as const

export const pipelineStatuses = [
  { id: 1, name: 'Open' },
  { id: 2, name: 'Closed Won' },
  { id: 3, name: 'Closed Lost' },
  { id: 4, name: 'Mitigated' },
  { id: 5, name: 'Realised' },
  { id: 6, name: 'Abandoned' },
] as const

export const pulseValues = [
  { id: 1, name: 'High Risk' },
  { id: 2, name: 'Some Risk' },
  { id: 3, name: 'Moderate' },
  { id: 4, name: 'Satisfied' },
  { id: 5, name: 'Very Satisfied' },
] as const

/** Health bands as delivered: below 4 Poor, from 7 Good. Scores run from 0 to 10. */
export const healthBounds = { lower: 4, upper: 7 } as const
export const healthStatuses = ['Poor', 'Average', 'Good'] as const
export type HealthStatus = (typeof healthStatuses)[number]

export function healthStatusOf(score: number | null): HealthStatus | null {
  if (score === null) return null
  if (score < healthBounds.lower) return 'Poor'
  return score < healthBounds.upper ? 'Average' : 'Good'
}
