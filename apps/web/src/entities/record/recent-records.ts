import type { LevelId } from '@steward/contracts/level'
import { recentKey } from '../../api/session.ts'
import { readStored, writeStored } from '../../ui/storage.ts'

/** A record that the user opened lately. */
export interface RecentRecord {
  levelId: LevelId
  id: number
  name: string
}

interface Stored {
  userId: number
  records: RecentRecord[]
}

const most = 8

/** The records that a user opened last on this device since they signed in, newest first. */
export function recentRecords(userId: number): readonly RecentRecord[] {
  try {
    const stored = JSON.parse(readStored(recentKey) ?? 'null') as Stored | null
    return stored?.userId === userId ? stored.records : []
  } catch {
    return []
  }
}

export function noteRecentRecord(userId: number, record: RecentRecord): void {
  const before = recentRecords(userId).filter(({ id }) => id !== record.id)
  const stored: Stored = { userId, records: [record, ...before].slice(0, most) }
  writeStored(recentKey, JSON.stringify(stored))
}
