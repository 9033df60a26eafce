import { useId, useState } from 'react'
import { useGo } from '../../../components/go.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { LeaveWarning } from '../../../components/settings/leave-warning.tsx'
import { SaveBar } from '../../../components/settings/save-bar.tsx'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { AuthenticationFields } from './authentication-fields.tsx'
import { DeliveryChoice } from './delivery-choice.tsx'
import { EventChoice } from './event-choice.tsx'
import type { WebhookValues } from './form-values.ts'
import { HeaderFields } from './header-fields.tsx'
import { RecordChoice } from './record-choice.tsx'
import { TestPanel } from './test-panel.tsx'
import { useWebhookForm } from './use-webhook-form.ts'

type WebhookFormProps = {
  start: WebhookValues
  /** The one that is changed; undefined for a new one. */
  webhookId: number | undefined
}

type Created = { webhookId: number; secret: string }

/** Endpoint, events, authentication and records of a webhook, and beside them a test. */
export function WebhookForm({ start, webhookId }: WebhookFormProps) {
  const go = useGo()
  const formId = useId()
  const [created, setCreated] = useState<Created | null>(null)
  const form = useWebhookForm(start, webhookId, (savedId, secret) => {
    if (secret === undefined) go(paths.webhook(savedId), { replace: true })
    else setCreated({ webhookId: savedId, secret })
  })
  const { values, faults, set } = form
  return (
    <div className="flex min-h-full flex-col">
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] gap-8 p-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <form
          id={formId}
          noValidate
          className="flex max-w-160 min-w-0 flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault()
            void form.submit()
          }}
        >
          <FormAlert text={form.refusal} />
          <Field
            label="Endpoint URL"
            required
            help="Receives a POST request of JSON for each event."
            error={faults.endpoint}
          >
            <Input
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://example.com/hooks/steward"
              value={values.endpoint}
              onChange={(event) => set({ endpoint: event.target.value })}
            />
          </Field>
          <EventChoice chosen={values.events} onChange={(events) => set({ events })} error={faults.events} />
          <AuthenticationFields form={form} />
          <HeaderFields form={form} />
          <RecordChoice form={form} />
          <DeliveryChoice form={form} />
          <p className="text-label text-2">A webhook is sent records of the whole company, of every owner.</p>
        </form>
        <aside
          aria-label="Test"
          className="min-w-0 border-line lg:border-l lg:pl-8 max-lg:border-t max-lg:pt-6"
        >
          <div className="lg:sticky lg:top-4">
            <TestPanel form={form} webhookId={webhookId} />
          </div>
        </aside>
      </div>
      <SaveBar
        status=""
        save={webhookId === undefined ? 'Add webhook' : 'Save'}
        onSave={() => void form.submit()}
        busy={form.busy}
        back={{ label: 'Cancel' }}
        onBack={() => go(webhookId === undefined ? paths.webhooks : paths.webhook(webhookId))}
      />
      <LeaveWarning dirty={form.dirty} />
      {created && (
        <SecretDialog
          isNew
          secret={created.secret}
          onClose={() => go(paths.webhook(created.webhookId), { replace: true })}
        />
      )}
    </div>
  )
}
