import { useState } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { RecentChange } from '@steward/contracts/record-history'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { originText, useUndo } from '../../../entities/change-set/index.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { recentChangesKey, recentChangesQuery } from './recent-changes.calls.ts'
import { isUndoable, recentText } from './recent-words.rules.ts'

/** What people changed lately, each with a way back. */
export function RecentChangesPage() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(recentChangesQuery)
  const changes = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <PageFrame title="Recent changes" route="recent-changes">
      <PageHeader title="Recent changes" />
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-220 flex-col gap-4">
          {error && !data && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton className="h-96" />}
          {data && changes.length === 0 && (
            <EmptyState kind="nothing" title="No changes yet">
              Changes by you and your team appear here, each with an Undo button.
            </EmptyState>
          )}
          {changes.length > 0 && (
            <ol className="overflow-hidden rounded-card border border-line bg-surface">
              {changes.map((change) => (
                <Change key={change.changeSetId} change={change} />
              ))}
            </ol>
          )}
          {hasNextPage && (
            <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show earlier changes
            </Button>
          )}
        </div>
      </PageContent>
    </PageFrame>
  )
}

function Change({ change }: { change: RecentChange }) {
  const { by, at, source, undoneBy, causes } = change
  const job = causes.find(({ kind }) => kind === 'import')
  const text = recentText(change, numberText)
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <Avatar name={by.name} size={24} />
      <p className="min-w-40 flex-1 text-body wrap-anywhere">
        <span className="font-medium">{by.name}</span> {text}
      </p>
      {source !== 'person' && <Badge tone="info">{originText(change)}</Badge>}
      {undoneBy !== null && <Badge tone="average">Undone</Badge>}
      <time dateTime={at} data-tooltip={exactText(at)} className="tabular text-label text-2">
        {agoText(at)}
      </time>
      {job && (
        <AppLink
          to={paths.import(job.id)}
          className="text-label font-medium text-accent-text hover:underline"
        >
          Open import
        </AppLink>
      )}
      {isUndoable(change) && <UndoButton change={change} label={`${by.name} ${text}`} />}
    </li>
  )
}

function UndoButton({ change, label }: { change: RecentChange; label: string }) {
  const mayUndo = useCan()('history.undo')
  const client = useQueryClient()
  const undo = useUndo()
  const [busy, setBusy] = useState(false)
  if (!mayUndo) return null

  async function takeBack() {
    setBusy(true)
    const { changeSetId } = change
    await undo({ changeSetId, label, subject: `undo-${changeSetId}` })
    await client.invalidateQueries({ queryKey: recentChangesKey })
    setBusy(false)
  }

  return (
    <Button
      size="sm"
      variant="ghost"
      busy={busy}
      aria-label={`Undo: ${label}`}
      icon={<IconArrowBackUp aria-hidden />}
      onClick={() => void takeBack()}
    >
      Undo
    </Button>
  )
}
