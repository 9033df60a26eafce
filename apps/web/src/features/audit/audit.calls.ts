import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { auditExportQuery, auditPageSchema } from '@steward/contracts/audit'
import type { z } from 'zod'
import { api, send } from '../../api/client.ts'

export type AuditFilter = z.infer<typeof auditExportQuery>
type AuditPage = z.infer<typeof auditPageSchema>

const pageSize = 50

/** What happened and fits a filter, newest first, page by page. */
export function auditEntriesQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }): Promise<AuditPage> =>
      send(api.GET('/audit', { params: { query: { ...filter, before: pageParam, pageSize } }, signal })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: AuditPage) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The address of the export of the entries that match a filter. */
export function exportAddress(filter: AuditFilter): string {
  const parameters = Object.entries(filter).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(parameters).toString()
  return `/api/audit/export${query && `?${query}`}`
}
