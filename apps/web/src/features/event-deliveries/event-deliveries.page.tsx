import { useQuery } from '@tanstack/react-query'
import type { EventDeliveries } from '@steward/contracts/event-delivery'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsData } from '../../components/settings/settings-rows.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { deliveriesQuery } from './event-deliveries.calls.ts'
import { FailedDeliveries } from './failed-deliveries.tsx'
import { PausedSubscribers } from './paused-subscribers.tsx'

/** Events that parts of Steward failed to handle, to retry or discard. */
export function EventDeliveriesPage() {
  return (
    <SettingsPage title="Event deliveries" permission="event.administer" what="event deliveries">
      <Deliveries />
    </SettingsPage>
  )
}

function Deliveries() {
  const query = useQuery(deliveriesQuery)
  return (
    <SettingsData query={query} what="event deliveries">
      {(deliveries) => <Lists deliveries={deliveries} />}
    </SettingsData>
  )
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
