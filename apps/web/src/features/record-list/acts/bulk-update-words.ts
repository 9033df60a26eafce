import type { Level } from '@steward/contracts/level'
import type { BulkUpdateChange, BulkUpdatePreview } from '@steward/contracts/bulk-update'
import { numberText } from '../../../ui/reader.ts'

const verbs = { archive: 'Archive', restore: 'Restore', churn: 'Churn', unchurn: 'Unchurn' } as const

/** The verb on the button of a bulk update. */
export function verbOf(change: BulkUpdateChange): string {
  return 'action' in change ? verbs[change.action] : 'Update'
}

/** "1 account", "12,000 accounts". */
export function countedRecords(count: number, { name, plural }: Level): string {
  return `${numberText(count)} ${count === 1 ? name : plural}`
}

/** What happens to the chosen records, in a few words each; what comes to none is left out. */
export function planWords({ matched, planned, change, unchanged, refused }: BulkUpdatePreview): string[] {
  const left = refused.reduce((sum, { count }) => sum + count, 0)
  return [
    `${numberText(change)} will change`,
    ...(unchanged > 0 ? [`${numberText(unchanged)} already have this value`] : []),
    ...(left > 0 ? [`${numberText(left)} are skipped`] : []),
    ...(planned < matched ? [`calculated for the first ${numberText(planned)}`] : []),
  ]
}
