import { useState } from 'react'
import type { FailedDelivery } from '@steward/contracts/event-delivery'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { agoText, exactText } from '../../components/time-text.ts'
import { Button } from '../../ui/button.tsx'
import { discardDelivery, retryAll, retryDelivery, useDeliveryAct } from './event-deliveries.calls.ts'

type FailedDeliveriesProps = { deliveries: readonly FailedDelivery[]; count: number }

/** Deliveries that failed and are no longer retried by themselves. */
export function FailedDeliveries({ deliveries, count }: FailedDeliveriesProps) {
  const retry = useDeliveryAct(retryAll, 'Retrying all failed deliveries')
  return (
    <section aria-labelledby="failed-deliveries">
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 id="failed-deliveries" className="text-title font-semibold">
          Failed deliveries <span className="tabular text-2">{count}</span>
        </h2>
        <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
          Retry all
        </Button>
      </header>
      <ul aria-label="Failed deliveries">
        {deliveries.map((delivery) => (
          <Row key={delivery.failureId} delivery={delivery} />
        ))}
      </ul>
    </section>
  )
}

function Row({ delivery }: { delivery: FailedDelivery }) {
  const { failureId, subscriber, event, lastFailedAt, attempts, failure } = delivery
  const [isDiscarding, setDiscarding] = useState(false)
  const retry = useDeliveryAct(() => retryDelivery(failureId), 'Retrying the delivery')
  const discard = useDeliveryAct(() => discardDelivery(failureId), 'Delivery discarded')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">
          {event} → {subscriber}
        </p>
        <p className="wrap-anywhere text-label text-poor">{failure}</p>
        <p className="text-label text-2">
          Last failed{' '}
          <time dateTime={lastFailedAt} data-tooltip={exactText(lastFailedAt)}>
            {agoText(lastFailedAt)}
          </time>{' '}
          · Attempts: <span className="tabular">{attempts}</span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          busy={retry.isPending}
          aria-label={`Retry ${event} to ${subscriber}`}
          onClick={() => retry.mutate()}
        >
          Retry
        </Button>
        <Button
          size="sm"
          aria-label={`Discard ${event} to ${subscriber}`}
          onClick={() => setDiscarding(true)}
        >
          Discard
        </Button>
      </div>
      {isDiscarding && (
        <ConfirmDialog
          open
          onOpenChange={() => setDiscarding(false)}
          title="Discard this delivery?"
          description={`“${subscriber}” will never receive this event. You can't undo this.`}
          action="Discard"
          danger
          onConfirm={() => discard.mutateAsync()}
        />
      )}
    </li>
  )
}
