import type { Modules } from '../modules.ts'
import type { PastAct } from './customer/customer.writing.ts'

const dayMs = 24 * 3600 * 1000
const [organization, account] = [1, 2] as const

/** Days for which there are scores. */
const scoredDays = 180

/** A minute before the end of each of some days before an instant, in UTC. */
function eveningsBefore(anchor: Date, days: number): Date[] {
  const midnight = Date.parse(anchor.toISOString().slice(0, 10))
  return Array.from({ length: days }, (_, at) => new Date(midnight - (days - 1 - at) * dayMs - 60_000))
}

export interface Scored {
  modules: Pick<Modules, 'health'>
  tenantId: number
  /** When the demo was loaded. */
  anchor: Date
  /** All accounts. */
  all: readonly number[]
  /** Those with whom something happened in that time; the scores of the others stay what they are on the first evening. */
  lively: readonly number[]
  /** Organizations whose scores follow those of accounts with whom something happened. */
  above: readonly number[]
}

/** The nights of the past, in which accounts are scored, and then what they belong to. */
export function listNights(scored: Scored): PastAct[] {
  const { tenantId, anchor, all, lively, above } = scored
  const { health } = scored.modules
  return eveningsBefore(anchor, scoredDays).map((at, nth) => ({
    at,
    async make() {
      const cause = nth === 0 ? 'publish' : 'time'
      await health.scoreNight(tenantId, account, nth === 0 ? all : lively, cause)
      await health.scoreNight(tenantId, organization, above, cause)
    },
  }))
}
