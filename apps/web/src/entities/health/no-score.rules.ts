import type { ScoreDetail } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'

/** What leads to a score. */
export type Cure = 'define' | 'accounts' | 'pulse' | 'activity'

const listed = new Intl.ListFormat('en', { type: 'disjunction' })
const joined = new Intl.ListFormat('en', { type: 'conjunction' })

const isPulse = (metric: string | null) => metric === 'field:-2'

/** What is known, and counts only beside others. */
function aloneText(parts: ScoreDetail['parts']): string {
  const known = parts.filter((part) => part.supporting && !part.missing).map(({ name }) => name)
  if (known.length === 0) return ''
  return ` Data for ${joined.format(known)} alone gives no score.`
}

/** Why there is no score, and what would lead to one. */
export function noScoreOf(level: Level, { parts }: ScoreDetail): { text: string; cure: Cure | null } {
  if (parts.length === 0) {
    return { text: `The health model has no measures for ${level.plural} yet.`, cure: 'define' }
  }
  if (parts.some(({ key }) => key === 'accounts')) {
    return { text: 'It takes its score from its accounts, and none of them has one yet.', cure: 'accounts' }
  }
  const ofAccounts = level.id === 1 ? 'No account of it has a score, and there is no data for' : 'No data for'
  const wanting = parts.filter((part) => part.missing && !part.supporting).map(({ name }) => name)
  const text = `${ofAccounts} ${listed.format(wanting)} yet.${aloneText(parts)}`
  if (level.id !== 4 && parts.some(({ metric }) => isPulse(metric))) return { text, cure: 'pulse' }
  return { text, cure: parts.some(({ source }) => source === 'Timeline') ? 'activity' : null }
}
