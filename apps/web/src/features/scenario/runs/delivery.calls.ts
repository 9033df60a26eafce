import { queryOptions } from '@tanstack/react-query'
import type { ScenarioDeliveries, ScenarioSubscription } from '@steward/contracts/scenario/outgoing'
import { api, send } from '../../../api/client.ts'
import { scenarioKey } from '../scenario.calls.ts'

/** The latest of what a scenario has sent since an instant, and how much it is in all. */
export function deliveriesQuery(id: number, since: string) {
  return queryOptions({
    queryKey: [...scenarioKey, 'deliveries', id, since],
    queryFn: async ({ signal }): Promise<ScenarioDeliveries> => {
      const params = { path: { id }, query: { since, limit: 50 } }
      return await send(api.GET('/scenario-management/scenarios/{id}/deliveries', { params, signal }))
    },
  })
}

const ofContact = (id: number) => ({ params: { path: { id } } })

export function subscriptionQuery(contactId: number) {
  return queryOptions({
    queryKey: [...scenarioKey, 'subscription', contactId],
    queryFn: async ({ signal }): Promise<ScenarioSubscription> =>
      (
        await send(
          api.GET('/scenario-management/records/{id}/subscription', { ...ofContact(contactId), signal }),
        )
      ).data,
  })
}

export async function updateSubscription(change: { id: number; unsubscribed: boolean }): Promise<void> {
  const { id, unsubscribed } = change
  await send(
    api.PUT('/scenario-management/records/{id}/subscription', {
      ...ofContact(id),
      body: { unsubscribed },
    }),
  )
}
