import { useQuery } from '@tanstack/react-query'
import type { EventDeliveries } from '@steward/contracts/event-delivery'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deliveriesQuery } from './event-deliveries.calls.ts'
import { FailedDeliveries } from './failed-deliveries.tsx'
import { PausedSubscribers } from './paused-subscribers.tsx'

/** Events that parts of Steward failed to handle, to retry or discard. */
export function EventDeliveriesPage() {
  const may = useCan()('event.administer')
  return (
    <PageFrame title="Event deliveries">
      <SettingsHeader title="Event deliveries" />
      <PageContent>{may ? <Deliveries /> : <NoPermission what="event deliveries" />}</PageContent>
    </PageFrame>
  )
}

function Deliveries() {
  const { data, error, refetch } = useQuery(deliveriesQuery)
  if (data) return <Lists deliveries={data} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return <Skeleton className="m-4 h-40" />
}

function Lists({ deliveries: { failed, failedCount, paused } }: { deliveries: EventDeliveries }) {
  if (failedCount === 0 && paused.length === 0) {
    return (
      <EmptyState kind="nothing" title="No failed deliveries">
        If a part of Steward can’t handle a change, such as an update to health scores, you can retry it here.
      </EmptyState>
    )
  }
  return (
    <>
      {paused.length > 0 && <PausedSubscribers subscribers={paused} />}
      {failedCount > 0 && <FailedDeliveries deliveries={failed} count={failedCount} />}
    </>
  )
}
