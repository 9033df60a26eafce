import type { TodayBook, TodayNews } from '@steward/contracts/today'
import { personOf } from '../timeline/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { BookRow, NewsRow } from './book.read-model.ts'
import { newsText } from './news.rules.ts'

/** How many records of a book are good, average, poor or without a score. */
export function healthOf(
  rows: BookRow['health'],
  status: (stageId: number | null, score: number | null) => string | null,
): TodayBook['health'] {
  const health = { good: 0, average: 0, poor: 0, none: 0 }
  const keys = { Good: 'good', Average: 'average', Poor: 'poor' } as const
  for (const { stageId, score, count } of rows) {
    const name = status(stageId, score)
    health[name === null ? 'none' : keys[name as keyof typeof keys]] += count
  }
  return health
}

/** News that others logged with the records of a book, as they are shown. */
export function presentNews(rows: readonly NewsRow[], directory: UserDirectory): TodayNews[] {
  return rows.map(({ itemId, kind, title, text, authorId, occurredAt, level, recordId, name }) => ({
    itemId,
    kind,
    text: newsText(kind, title, text),
    record: { level, id: recordId, name },
    author: authorId === null ? null : personOf(directory, authorId),
    occurredAt: occurredAt.toISOString(),
  }))
}
