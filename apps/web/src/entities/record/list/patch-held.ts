import { notifyManager, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query'

/**
 * Changes what is held of some queries. Where `change` gives back what it was given, nothing is written; else it stays
 * as old as it was read, and is asked for again where it was to be.
 */
export function patchHeld<T>(client: QueryClient, filters: QueryFilters, change: (held: T) => T): void {
  const queries = client.getQueryCache().findAll(filters) as unknown as Query<T>[]
  notifyManager.batch(() => {
    for (const query of queries) {
      const { data, dataUpdatedAt, isInvalidated } = query.state
      if (data === undefined) continue
      const next = change(data)
      if (next === data) continue
      query.setData(next, { updatedAt: dataUpdatedAt, manual: true })
      if (isInvalidated) query.invalidate()
    }
  })
}
