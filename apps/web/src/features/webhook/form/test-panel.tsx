import { useMutation } from '@tanstack/react-query'
import { webhookTestFailure, type WebhookResult } from '@steward/contracts/plain/webhook'
import type { WebhookCall } from '@steward/contracts/webhook-delivery'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CallView } from '../call-view.tsx'
import { sendTest } from '../webhook.calls.ts'
import { sentOf } from './form-values.ts'
import type { WebhookFormState } from './use-webhook-form.ts'

function headersOf(text: string | undefined): Record<string, string> {
  return text ? (JSON.parse(text) as Record<string, string>) : {}
}

/** The call that an endpoint refused, from the details of the error. */
function refusedCall(error: unknown): WebhookCall | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'webhook.test_failed' || !error.fields)
    return undefined
  const { fields } = error
  return {
    result: fields.result as WebhookResult,
    status: fields.status === undefined ? null : Number(fields.status),
    failure: fields.failure || null,
    durationMs: Number(fields.durationMs),
    requestHeaders: headersOf(fields.requestHeaders),
    requestBody: fields.requestBody ?? '',
    responseHeaders: headersOf(fields.responseHeaders),
    responseBody: fields.responseBody ?? '',
  }
}

type TestPanelProps = { form: WebhookFormState; webhookId: number | undefined }

/** Sends sample data to the endpoint as the form is now, and shows the call. */
export function TestPanel({ form, webhookId }: TestPanelProps) {
  const { values, tell } = form
  const test = useMutation({
    mutationFn: () => sendTest(sentOf(values), webhookId),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'invalid_input' && error.fields) tell(error.fields)
    },
  })
  const refused = refusedCall(test.error)
  const isReady = values.endpoint.trim() !== '' && values.events.length > 0
  return (
    <section aria-labelledby="webhook-test" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="webhook-test" className="text-title font-semibold">
          Test
        </h2>
        <Button size="sm" busy={test.isPending} disabled={!isReady} onClick={() => test.mutate()}>
          Send test
        </Button>
      </div>
      {test.isIdle && (
        <p className="text-label text-2">
          {isReady
            ? 'Sends sample data to the endpoint, with the settings of this form. It is marked as a test.'
            : 'Enter an endpoint and choose an event to send sample data.'}
        </p>
      )}
      <div aria-live="polite" className="flex flex-col gap-3">
        {test.error && <FormAlert text={refused ? webhookTestFailure : errorText(test.error)} />}
        {test.data && <p className="text-good">Sample data was sent</p>}
        {(test.data ?? refused) && <CallView call={(test.data ?? refused) as WebhookCall} />}
      </div>
    </section>
  )
}
