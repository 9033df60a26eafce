import type { Webhook } from '@steward/contracts/webhook'
import { Switch } from '../../../ui/switch.tsx'
import { setStatus, useWebhookAct } from '../webhook.calls.ts'

/** Turns a webhook on or off. What waits is not sent once it is off. */
export function ActiveSwitch({ webhook, label }: { webhook: Webhook; label?: string }) {
  const { webhookId, status, endpoint } = webhook
  const turn = useWebhookAct(
    async (isActive: boolean) => {
      await setStatus(webhookId, isActive ? 1 : 0)
      return isActive
    },
    (isActive) => (isActive ? 'Webhook activated' : 'Webhook deactivated'),
  )
  return (
    <Switch
      label={label ?? `Active: ${endpoint}`}
      hideLabel={label === undefined}
      checked={status === 1}
      onCheckedChange={async (isActive) => {
        // What went wrong has been shown.
        await turn.mutateAsync(isActive).catch(() => undefined)
      }}
    />
  )
}
