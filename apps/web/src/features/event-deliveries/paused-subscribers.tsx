import type { PausedSubscriber } from '@steward/contracts/event-delivery'
import { agoText, exactText } from '../../components/time-text.ts'
import { Button } from '../../ui/button.tsx'
import { resumeSubscriber, useDeliveryAct } from './event-deliveries.calls.ts'

/** Subscribers that are failing and retry by themselves. */
export function PausedSubscribers({ subscribers }: { subscribers: readonly PausedSubscriber[] }) {
  return (
    <section aria-labelledby="paused-subscribers">
      <h2 id="paused-subscribers" className="border-b border-line px-4 py-2 text-title font-semibold">
        Retrying automatically
      </h2>
      <ul aria-label="Retrying automatically">
        {subscribers.map((one) => (
          <Row key={one.subscriber} paused={one} />
        ))}
      </ul>
    </section>
  )
}

function Row({
  paused: { subscriber, failingSince, attempts, waiting, failure },
}: {
  paused: PausedSubscriber
}) {
  const resume = useDeliveryAct(() => resumeSubscriber(subscriber), 'Retrying now')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">{subscriber}</p>
        <p className="wrap-anywhere text-label text-poor">{failure}</p>
        <p className="text-label text-2">
          First failed{' '}
          <time dateTime={failingSince} data-tooltip={exactText(failingSince)}>
            {agoText(failingSince)}
          </time>{' '}
          · Attempts: <span className="tabular">{attempts}</span> · Waiting events:{' '}
          <span className="tabular">{waiting}</span>
        </p>
      </div>
      <Button
        size="sm"
        busy={resume.isPending}
        aria-label={`Retry ${subscriber} now`}
        onClick={() => resume.mutate()}
      >
        Retry now
      </Button>
    </li>
  )
}
