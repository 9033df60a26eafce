import { IconPlus, IconX } from '@tabler/icons-react'
import { mostWebhookHeaders } from '@steward/contracts/plain/webhook'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { HeaderDraft } from './form-values.ts'
import type { WebhookFormState } from './use-webhook-form.ts'

/** Headers that are sent with each call. */
export function HeaderFields({ form: { values, faults, set } }: { form: WebhookFormState }) {
  const { headers } = values
  const change = (key: number, part: Partial<HeaderDraft>) =>
    set({ headers: headers.map((header) => (header.key === key ? { ...header, ...part } : header)) })
  const add = () => {
    const key = Math.max(-1, ...headers.map((header) => header.key)) + 1
    set({ headers: [...headers, { key, name: '', value: '', isStored: false }] })
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">Headers</p>
      {headers.map((header, at) => (
        <div key={header.key} className="flex items-start gap-2">
          <Field
            hideLabel
            label={`Name of header ${at + 1}`}
            className="flex-1"
            error={faults[`headers.${at}.name`]}
          >
            <Input
              placeholder="Name"
              value={header.name}
              onChange={(event) => change(header.key, { name: event.target.value, isStored: false })}
            />
          </Field>
          <Field
            hideLabel
            label={`Value of header ${at + 1}`}
            className="flex-1"
            error={faults[`headers.${at}.value`]}
          >
            <Input
              placeholder={header.isStored ? 'Stored value' : 'Value'}
              autoComplete="off"
              value={header.value}
              onChange={(event) => change(header.key, { value: event.target.value })}
            />
          </Field>
          <IconButton
            label={`Remove header ${at + 1}`}
            icon={<IconX aria-hidden />}
            onClick={() => set({ headers: headers.filter(({ key }) => key !== header.key) })}
          />
        </div>
      ))}
      {faults['headers'] && <p className="text-label text-poor">{faults['headers']}</p>}
      {headers.length < mostWebhookHeaders && (
        <Button size="sm" className="self-start" icon={<IconPlus aria-hidden />} onClick={add}>
          Add header
        </Button>
      )}
    </div>
  )
}
