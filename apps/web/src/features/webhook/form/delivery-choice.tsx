import { Checkbox } from '../../../ui/checkbox.tsx'
import type { WebhookFormState } from './use-webhook-form.ts'

/** The delivery options of a webhook. */
export function DeliveryChoice({ form: { values, set } }: { form: WebhookFormState }) {
  const { batches, ordered, thin } = values
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">Delivery</p>
      <Checkbox
        label="Send several events in a call"
        description="Up to 100 events, where one operation changes many records."
        checked={batches}
        onCheckedChange={(isOn) => set({ batches: isOn })}
      />
      <Checkbox
        label="Keep the order of each record"
        description={
          batches
            ? 'Calls are made one after the other. A failing call delays the others until its last attempt.'
            : 'An event waits for the earlier ones of its record. A failing call delays them until its last attempt.'
        }
        checked={ordered}
        onCheckedChange={(isOn) => set({ ordered: isOn })}
      />
      <Checkbox
        label="Send only ids"
        description="Your endpoint fetches the record from the API. Events name the fields that changed."
        checked={thin}
        onCheckedChange={(isOn) => set({ thin: isOn })}
      />
    </div>
  )
}
