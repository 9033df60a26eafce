import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { unfinishedText } from '../../../entities/rule/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { saveWebhook, webhooksQuery } from '../webhook.calls.ts'
import { sentOf, type WebhookValues } from './form-values.ts'

export type Faults = Readonly<Record<string, string>>

function faultsOf(values: WebhookValues): Faults {
  const unfinished = values.condition ? unfinishedText(values.condition) : undefined
  return {
    ...(values.endpoint.trim() === '' && { endpoint: 'Enter the URL of the endpoint.' }),
    ...(values.events.length === 0 && { events: 'Choose at least one event.' }),
    ...(unfinished && { condition: unfinished }),
  }
}

/** Faults below the rule and the fields are shown under them. */
const place = (path: string) => /^(?:condition|includedFields|events)/.exec(path)?.[0] ?? path

function told(fields: Readonly<Record<string, string>>): Faults {
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [place(path), text]))
}

/** What the form holds, what is wrong with it, and sending it. */
export function useWebhookForm(
  start: WebhookValues,
  webhookId: number | undefined,
  onSaved: (webhookId: number, secret: string | undefined) => void,
) {
  const client = useQueryClient()
  const [values, setValues] = useState(start)
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')

  function refuse(error: unknown) {
    setState('open')
    if (isSessionExpired(error)) return
    if (error instanceof ApiError && error.fields) setFaults(told(error.fields))
    else setRefusal(errorText(error))
  }

  async function save() {
    setState('busy')
    const saved = await saveWebhook(webhookId, sentOf(values))
    setState('done')
    await client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    toast.done(webhookId === undefined ? 'Webhook created' : 'Webhook updated', { subject: 'webhooks' })
    onSaved(saved.webhookId, 'secret' in saved ? saved.secret : undefined)
  }

  return {
    values,
    faults,
    refusal,
    busy: state === 'busy',
    dirty: values !== start && state !== 'done',
    set(changes: Partial<WebhookValues>) {
      setValues((now) => ({ ...now, ...changes }))
      const paths = Object.keys(changes)
      setFaults((held) =>
        Object.fromEntries(
          Object.entries(held).filter(([path]) => !paths.some((changed) => path.startsWith(changed))),
        ),
      )
    },
    /** Shows what a call of the test refused. */
    tell: (fields: Readonly<Record<string, string>>) => setFaults(told(fields)),
    async submit() {
      if (state === 'busy') return
      setRefusal(null)
      const found = faultsOf(values)
      setFaults(found)
      if (Object.keys(found).length === 0) await save().catch(refuse)
    },
  }
}

export type WebhookFormState = ReturnType<typeof useWebhookForm>
