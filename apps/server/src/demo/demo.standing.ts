import { cell, type Row } from './demo.file.ts'

/** The names of lifecycle stages, as a new tenant has them, and a pulse from 1 to 5. */
export interface Standing {
  stage: 'Onboarding' | 'Adoption' | 'Value realised' | 'Renewal' | 'At risk'
  pulse: 1 | 2 | 3 | 4 | 5
}

/** The deals end with the year 2017; these are the bounds of its last quarter and of the newest customers. */
const lastQuarter = '2017-10-01'
const newest = '2016-12-15'
/** From this share of open deals on, a customer is about to decide anew. */
const manyOpen = 0.12

function pulseOf(share: number): Standing['pulse'] {
  if (share < 0.4) return 1
  if (share < 0.5) return 2
  if (share < 0.6) return 3
  return share < 0.7 ? 4 : 5
}

function stageOf(pulse: Standing['pulse'], first: string, open: number): Standing['stage'] {
  if (pulse <= 2) return 'At risk'
  if (open >= manyOpen) return 'Renewal'
  if (first >= newest) return 'Onboarding'
  return pulse === 5 ? 'Value realised' : 'Adoption'
}

/** The pulse that closed deals give: by the share of those that were won, and in the middle without any. */
export function pulseOfDeals(closed: readonly Row[]): Standing['pulse'] {
  const won = closed.filter((deal) => cell(deal, 'deal_stage') === 'Won')
  return pulseOf(closed.length === 0 ? 0.5 : won.length / closed.length)
}

/**
 * How a customer stands: the pulse by the share of the last quarter's closed deals that were won; the stage
 * by the pulse, by the share of deals that are open, and by the day of the first.
 */
export function standingOf(deals: readonly Row[]): Standing {
  const closed = deals.filter((deal) => cell(deal, 'close_date') >= lastQuarter)
  const engaged = deals.map((deal) => cell(deal, 'engage_date')).filter((day) => day !== '')
  const pulse = pulseOfDeals(closed)
  const open = deals.filter((deal) => cell(deal, 'close_date') === '')
  return { pulse, stage: stageOf(pulse, engaged.toSorted()[0] ?? '', open.length / deals.length) }
}
