import { changeKindIds, type ChangeKindId } from '@steward/contracts/record-history'
import type { Happening } from '@steward/contracts/plain/webhook'

/** What a change did to a record, by the keys of the ledger. */
export interface KeyedChange {
  kind: ChangeKindId
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
}

/** Keys that happenings of their own tell of. */
const flags: ReadonlySet<string> = new Set(['archived', 'churned', 'churnDate', 'churnReason', 'churnAmount'])

/** Whether the color of the health score is another one after a change. */
export type ChangesColor = (change: KeyedChange) => boolean

/** What happened to a record, one event for each. A record that is gone is not reported. */
export function happeningsOf(change: KeyedChange, changesColor: ChangesColor): Happening[] {
  const { kind, after } = change
  if (kind === changeKindIds.create) return ['created']
  if (kind === changeKindIds.delete) return []
  const found: Happening[] = []
  if (Object.keys(after).some((key) => !flags.has(key))) found.push('updated')
  if (after.archived === true) found.push('archived')
  if (after.archived === false) found.push('restored')
  if (after.churned === true) found.push('churned')
  if ('stageId' in after) found.push('stage_changed')
  if ('owners' in after) found.push('owner_changed')
  if ('health' in after && changesColor(change)) found.push('health_changed')
  return found
}
