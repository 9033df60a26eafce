import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { findWebhookEvent, webhookResults } from '@steward/contracts/plain/webhook'
import type { Webhook } from '@steward/contracts/webhook'
import { errorPanelProps } from '../../../api/error-text.ts'
import { SearchField } from '../../../components/search-field.tsx'
import { useSearchParams } from '../../../components/search-params.ts'
import { Toolbar } from '../../../components/toolbar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { activityPageSize, activityQuery, type ActivityFilter } from '../webhook.calls.ts'
import { eventText } from '../webhook-words.tsx'
import { ActivityTable } from './activity-table.tsx'

const DeliveryDrawer = lazyPart(() => import('./delivery.drawer.tsx'), 'DeliveryDrawer')

const nothing = { q: undefined, result: undefined, event: undefined, page: undefined }
const narrowing = { ...nothing, sort: undefined }

const sorts = ['createdAt', '-createdAt', 'event', '-event', 'attempts', '-attempts'] as const
const waiting = 'waiting'
/** What the activity can be filtered by: the result of the latest attempt, or that another one follows. */
const outcomes = [...webhookResults, waiting] as const
type Outcome = (typeof outcomes)[number]

/** An event that the address names; undefined where there is none such. */
function eventIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return findWebhookEvent(value) || value === 'batch' ? value : undefined
}

/** The part of the activity that the address asks for. */
function useActivityAddress() {
  const [search, change] = useSearchParams()
  const result = outcomes.find((one) => one === search.result)
  const event = eventIn(search.event)
  const filter: ActivityFilter = {
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    query: search.q === undefined ? '' : String(search.q).slice(0, 200),
    sort: sorts.find((one) => one === search.sort) ?? '-createdAt',
    filters: {
      ...(result && (result === waiting ? { state: [waiting] } : { result: [result] })),
      ...(event && { event: [event] }),
    },
  }
  return {
    filter,
    result,
    event,
    opened: Number(search.delivery) || undefined,
    change,
    /** Another filter begins on the first page. */
    narrow: (changes: Partial<Record<keyof typeof narrowing, string | undefined>>) =>
      change({ page: undefined, ...changes }, { replace: true }),
    isFiltered: filter.query !== '' || result !== undefined || event !== undefined,
  }
}

/** What was sent to the endpoint of a webhook. */
export function Activity({ webhook }: { webhook: Webhook }) {
  const { webhookId, status } = webhook
  const address = useActivityAddress()
  const { filter, change, narrow, opened } = address
  const { data, error, refetch } = useQuery(activityQuery(webhookId, filter))
  const isEmpty = data?.totalItemCount === 0
  return (
    <section aria-labelledby="webhook-activity">
      <h2 id="webhook-activity" className="px-4 pt-4 pb-2 text-title font-semibold">
        Activity {data && <span className="tabular text-2">{numberText(data.totalItemCount)}</span>}
      </h2>
      <Filters webhook={webhook} address={address} />
      {data && !isEmpty && (
        <>
          <ActivityTable
            deliveries={data.data}
            sort={filter.sort}
            onSort={(sort) => narrow({ sort })}
            onOpen={(deliveryId) => change({ delivery: deliveryId })}
          />
          <Pages page={filter.page} total={data.totalItemCount} onPage={(page) => change({ page })} />
        </>
      )}
      {isEmpty && <Nothing isFiltered={address.isFiltered} onClear={() => change(nothing)} />}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="m-4 h-40" />}
      {opened !== undefined && (
        <Suspense>
          <DeliveryDrawer
            key={opened}
            webhookId={webhookId}
            deliveryId={opened}
            mayReplay={status === 1}
            onClose={() => change({ delivery: undefined })}
          />
        </Suspense>
      )}
    </section>
  )
}

type FiltersProps = { webhook: Webhook; address: ReturnType<typeof useActivityAddress> }

function Filters({ webhook, address: { filter, result, event, narrow } }: FiltersProps) {
  const events = [...webhook.events, ...(webhook.batches ? ['batch'] : [])]
  return (
    <Toolbar>
      <SearchField
        label="Search the activity"
        value={filter.query}
        onChange={(text) => narrow({ q: text || undefined })}
      />
      <Select<Outcome>
        size="sm"
        aria-label="Result"
        placeholder="Any result"
        clearable
        className="w-36 max-md:w-full"
        value={result ?? null}
        onChange={(next) => narrow({ result: next ?? undefined })}
        options={outcomes.map((value) => ({ value, label: value === waiting ? 'Waiting' : value }))}
      />
      <Select<string>
        size="sm"
        aria-label="Event"
        placeholder="Any event"
        clearable
        className="w-56 max-md:w-full"
        value={event ?? null}
        onChange={(next) => narrow({ event: next ?? undefined })}
        options={events.map((value) => ({ value, label: eventText(value) }))}
      />
    </Toolbar>
  )
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const pages = Math.max(1, Math.ceil(total / activityPageSize))
  if (pages === 1) return null
  return (
    <nav aria-label="Pages of the activity" className="flex items-center justify-end gap-2 px-4 py-3">
      <span className="tabular text-label text-2">
        Page {numberText(page)} of {numberText(pages)}
      </span>
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState kind="nothing" title="No deliveries yet">
        Each event that is sent to the endpoint appears here, with the request and the response.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="no-match"
      title="No deliveries match"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Change the search or the filters.
    </EmptyState>
  )
}
