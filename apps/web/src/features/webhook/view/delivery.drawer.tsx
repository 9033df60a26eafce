import { useQuery } from '@tanstack/react-query'
import type { WebhookAttempt, WebhookDeliveryDetail } from '@steward/contracts/webhook-delivery'
import { errorPanelProps } from '../../../api/error-text.ts'
import { exactText } from '../../../components/time-text.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CallView } from '../call-view.tsx'
import { deliveryQuery, replay, useWebhookAct } from '../webhook.calls.ts'
import { eventText } from '../webhook-words.tsx'

type DeliveryDrawerProps = {
  webhookId: number
  deliveryId: number
  mayReplay: boolean
  onClose: () => void
}

/** A delivery with the request and the response of each attempt. */
export function DeliveryDrawer({ webhookId, deliveryId, mayReplay, onClose }: DeliveryDrawerProps) {
  const { data, error, refetch } = useQuery(deliveryQuery(webhookId, deliveryId))
  const again = useWebhookAct(
    () => replay(webhookId, { deliveryId }),
    () => 'Replaying 1 delivery',
  )
  const isEnded = data && data.state !== 'waiting' && data.requestBody !== null
  return (
    <Drawer
      open
      width={640}
      onOpenChange={(open) => !open && onClose()}
      title={data ? eventText(data.event) : 'Delivery'}
      footer={
        mayReplay &&
        isEnded && (
          <Button variant="primary" busy={again.isPending} onClick={() => again.mutate(undefined)}>
            Replay
          </Button>
        )
      }
    >
      {data && <Delivery delivery={data} />}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60" />}
    </Drawer>
  )
}

const states = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed', unknown: 'Outcome unknown' }

function Delivery({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { messageId, state, failure, createdAt, nextAttemptAt, requestBody, attemptList } = delivery
  const items = [
    { term: 'State', value: states[state] },
    { term: 'Message id', value: <code className="font-mono text-label wrap-anywhere">{messageId}</code> },
    { term: 'Added', value: exactText(createdAt) },
    ...(nextAttemptAt ? [{ term: 'Next attempt', value: exactText(nextAttemptAt) }] : []),
    ...(failure && state !== 'delivered' ? [{ term: 'Failure', value: failure }] : []),
  ]
  return (
    <div className="flex flex-col gap-5">
      <DefinitionList items={items} width={104} />
      {attemptList.toReversed().map((attempt) => (
        <Attempt key={attempt.attempt} attempt={attempt} requestBody={requestBody} />
      ))}
    </div>
  )
}

function Attempt({ attempt, requestBody }: { attempt: WebhookAttempt; requestBody: string | null }) {
  return (
    <section
      aria-labelledby={`attempt-${attempt.attempt}`}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <h2 id={`attempt-${attempt.attempt}`} className="font-semibold">
        Attempt {attempt.attempt}
        <span className="pl-2 text-label font-normal text-2">{exactText(attempt.startedAt)}</span>
      </h2>
      <CallView call={{ ...attempt, requestBody }} />
    </section>
  )
}
