import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../api/can.ts'
import { Button } from '../../../ui/button.tsx'
import { useScenarioAct } from '../scenario.calls.ts'
import { updateSubscription, subscriptionQuery } from './delivery.calls.ts'

/** Whether a contact gets emails of scenarios. */
export function SubscriptionLine({ contactId }: { contactId: number }) {
  const may = useCan()
  const { data } = useQuery(subscriptionQuery(contactId))
  const change = useScenarioAct(updateSubscription, (_, { unsubscribed }) =>
    unsubscribed ? 'Contact unsubscribed' : 'Contact subscribed',
  )
  if (!data) return null
  const { unsubscribed } = data
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2 md:px-6">
      <p className="flex-1 text-2">
        {unsubscribed ? 'Unsubscribed from emails of scenarios.' : 'Gets emails of scenarios.'}
      </p>
      {may('scenario.edit') && (
        <Button
          size="sm"
          busy={change.isPending}
          onClick={() => change.mutate({ id: contactId, unsubscribed: !unsubscribed })}
        >
          {unsubscribed ? 'Subscribe again' : 'Unsubscribe'}
        </Button>
      )}
    </div>
  )
}
