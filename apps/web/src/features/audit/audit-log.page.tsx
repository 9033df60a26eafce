import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../../components/settings/paged-list.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { auditEntriesQuery } from './audit.calls.ts'
import { useAuditFilter } from './audit-address.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { ExportButton } from './export-button.tsx'

/** Who did what, and what was refused. */
export function AuditLogPage() {
  const { filter } = useAuditFilter()
  return (
    <SettingsPage
      title="Audit log"
      permission="audit.read"
      what="the audit log"
      actions={<ExportButton filter={filter} />}
      layout="parts"
    >
      <AuditLog />
    </SettingsPage>
  )
}

function AuditLog() {
  const { filter, change, clear } = useAuditFilter()
  const query = useInfiniteQuery(auditEntriesQuery(filter))
  const pages = query.data?.pages
  const entries = pages?.flatMap((page) => page.data)
  return (
    <>
      <AuditFilters filter={filter} actions={pages?.[0]?.actions ?? []} onChange={change} onClear={clear} />
      <PagedList
        query={query}
        count={entries?.length}
        what="the audit log"
        more="Show earlier entries"
        empty={<Nothing filtered={Object.keys(filter).length > 0} onClear={clear} />}
      >
        <AuditEntries entries={entries ?? []} />
      </PagedList>
    </>
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState kind="nothing" title="Nothing happened yet">
        Sign-ins, changes to people and settings, and what was refused will be kept here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="no-match"
      title="No entries match"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Nothing fits the search and all of the filters at once.
    </EmptyState>
  )
}
