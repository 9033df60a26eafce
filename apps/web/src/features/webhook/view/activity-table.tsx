import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { WebhookActivityQuery, WebhookDelivery } from '@steward/contracts/webhook-delivery'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { TableHead } from '../../../ui/table-head.tsx'
import { eventText, ResultBadge } from '../webhook-words.tsx'

const columns = 'md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_5rem_5rem_minmax(0,1fr)]'

type Sort = WebhookActivityQuery['sort']

type ActivityTableProps = {
  deliveries: readonly WebhookDelivery[]
  sort: Sort
  onSort: (sort: Sort) => void
  onOpen: (deliveryId: number) => void
}

/** A table from 768 px on; below, each delivery is a card. */
export function ActivityTable({ deliveries, sort, onSort, onOpen }: ActivityTableProps) {
  return (
    <div role="table" aria-label="Deliveries" className="min-w-0">
      <TableHead className={cx('gap-x-4', columns)}>
        <SortHead label="Event" by="event" {...{ sort, onSort }} />
        <span role="columnheader">Result</span>
        <span role="columnheader">Status</span>
        <SortHead label="Attempts" by="attempts" {...{ sort, onSort }} />
        <SortHead label="Added" by="createdAt" {...{ sort, onSort }} />
      </TableHead>
      <div role="rowgroup">
        {deliveries.map((delivery) => (
          <Row key={delivery.deliveryId} delivery={delivery} onOpen={onOpen} />
        ))}
      </div>
    </div>
  )
}

type SortHeadProps = {
  label: string
  by: 'event' | 'attempts' | 'createdAt'
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Sorts by its column, and the other way round the next time: counts and times from the highest. */
function SortHead({ label, by, sort, onSort }: SortHeadProps) {
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const first: Sort = by === 'event' ? by : `-${by}`
  const turned: Sort = isUp ? `-${by}` : by
  return (
    <span role="columnheader" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button
        type="button"
        onClick={() => onSort(isUp || isDown ? turned : first)}
        className="inline-flex items-center gap-1 hover:text-1"
      >
        {label}
        {isUp && <IconArrowUp size={14} aria-hidden />}
        {isDown && <IconArrowDown size={14} aria-hidden />}
      </button>
    </span>
  )
}

function Row({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: (deliveryId: number) => void }) {
  const { deliveryId, event, events, messageId, result, state, status, attempts, createdAt, isReplay } =
    delivery
  const title = event === 'batch' ? `${events} events` : eventText(event)
  return (
    <div
      role="row"
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2',
        columns,
      )}
    >
      <div role="cell" className="min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(deliveryId)}
          className="flex max-w-full items-center gap-2 text-left font-medium hover:underline"
        >
          <span className="truncate">{title}</span>
          {isReplay && <Badge>Replay</Badge>}
        </button>
        <code className="block truncate font-mono text-label text-2">{messageId}</code>
      </div>
      <div role="cell">
        <ResultBadge result={result} waiting={state === 'waiting'} />
      </div>
      <div role="cell" className="tabular text-2 max-md:text-label">
        {status === null ? (
          ''
        ) : (
          <>
            <span className="md:hidden">Status </span>
            {status}
          </>
        )}
      </div>
      <div role="cell" className="tabular text-2 max-md:text-right max-md:text-label">
        <span className="md:hidden">Attempts: </span>
        {attempts}
      </div>
      <div role="cell" className="text-2 max-md:col-span-2 max-md:text-label">
        <time dateTime={createdAt} data-tooltip={exactText(createdAt)}>
          {agoText(createdAt)}
        </time>
      </div>
    </div>
  )
}
