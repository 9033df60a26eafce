import type { ReactNode } from 'react'
import type { ResponseFilters } from '@steward/contracts/survey/response'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** Stands where responses would; `children` say when there are some. */
export function NoResponses({ filters, children }: { filters: ResponseFilters; children: ReactNode }) {
  if (Object.keys(filters).length > 0) {
    return (
      <EmptyState kind="no-match" title="No matching responses">
        Choose other filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState kind="nothing" title="No responses yet">
      {children}
    </EmptyState>
  )
}
