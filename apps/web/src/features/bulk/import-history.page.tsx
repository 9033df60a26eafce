import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { RecentExports } from '../../entities/export/index.ts'
import { useGo } from '../../components/go.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { historyQuery } from './bulk.calls.ts'
import { HistoryTable } from './job/history-table.tsx'
import { Pager } from './pager.tsx'

function NewImport({ size = 'md' }: { size?: 'sm' | 'md' }) {
  return (
    <AppLink to={paths.newImport} className={buttonClass({ variant: 'primary', size })}>
      <IconPlus aria-hidden />
      New import
    </AppLink>
  )
}

/** Every import and bulk update of the workspace. */
export function ImportHistoryPage() {
  const may = useCan()
  const { page: asked } = useSearch({ strict: false }) as { page?: unknown }
  const page = Math.max(1, Math.floor(Number(asked)) || 1)
  const { data, error, refetch } = useQuery(historyQuery(page))
  const total = data?.totalItemCount
  return (
    <PageFrame title="Imports">
      <PageHeader title="Imports" count={total || undefined}>
        {may('bulk.run') && total !== 0 && <NewImport size="sm" />}
      </PageHeader>
      <PageContent>
        {data ? (
          <History jobs={data.data} total={data.totalItemCount} page={page} />
        ) : (
          <Waiting error={error} onRetry={() => void refetch()} />
        )}
        {may('record.export') && <RecentExports most={20} className="max-w-3xl px-4 py-6" />}
      </PageContent>
    </PageFrame>
  )
}

function History({ jobs, total, page }: { jobs: readonly BulkJob[]; total: number; page: number }) {
  const may = useCan()
  const go = useGo()
  if (total === 0) {
    return (
      <EmptyState kind="nothing" title="No imports yet" action={may('bulk.run') && <NewImport />}>
        {may('bulk.run')
          ? 'Import organizations, accounts, contacts or pipelines from a spreadsheet. You preview every change first, and can undo the whole import.'
          : 'Imports of your workspace appear here. Ask an administrator to import a file or to change your role.'}
      </EmptyState>
    )
  }
  return (
    <>
      <HistoryTable jobs={jobs} />
      <div className="px-4 py-3">
        <Pager page={page} total={total} onPage={(next) => go(`${paths.imports}?page=${next}`)} />
      </div>
    </>
  )
}

const bars = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
  return (
    <div role="status">
      <span className="hidden-text">Loading the imports</span>
      {bars.map((bar) => (
        <div key={bar} className="flex h-12 items-center gap-6 border-b border-line px-4">
          <Skeleton className="h-3 w-60" />
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </div>
  )
}
