import type { Tx } from '../../platform/db/database.ts'
import type { StoredPreferences } from './preference.rules.ts'

/** Sees to it that users who have something new get a mail when they want one. */
export type ScheduleMail = (
  tx: Tx,
  tenantId: number,
  userIds: readonly number[],
  stored: ReadonlyMap<number, StoredPreferences>,
) => Promise<void>
