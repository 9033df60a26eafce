import type { QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { listRecords, recordListsKey, type RecordView } from '../record.calls.ts'
import { patchHeld } from './patch-held.ts'

/** Milliseconds; changes that come close together are counted once. */
const pause = 400

const waiting = new Set<Level>()

async function readFigures(client: QueryClient, level: Level): Promise<void> {
  const shown = client.getQueryCache().findAll({ queryKey: recordListsKey(level), type: 'active' })
  const heads = shown.filter(({ queryKey }) => queryKey[4] === 1)
  await Promise.all(
    heads.map(async ({ queryKey }) => {
      const fresh = await listRecords(level, queryKey[3] as RecordView, { page: 1, pageSize: 1 })
      const { lifecycleGroupTotalItemCounts, statbarData } = fresh
      patchHeld<RecordList>(client, { queryKey, exact: true }, (list) => ({
        ...list,
        lifecycleGroupTotalItemCounts,
        statbarData,
      }))
    }),
  )
}

/** Reads the figures above the open lists of a level again; their rows stay where they are. */
export function renewFigures(client: QueryClient, level: Level): void {
  if (waiting.has(level)) return
  waiting.add(level)
  setTimeout(() => {
    waiting.delete(level)
    // Figures that cannot be read now come with the next change, or with the list.
    readFigures(client, level).catch(() => undefined)
  }, pause)
}
