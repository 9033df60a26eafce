import type { WebhookAuthentication } from '@steward/contracts/plain/webhook'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { WebhookFormState } from './use-webhook-form.ts'

const stays = 'Leave empty to keep the stored one'

/** How the endpoint knows Steward, beside the signature. */
export function AuthenticationFields({ form: { values, faults, set } }: { form: WebhookFormState }) {
  const { authentication, username, password, token, stored } = values
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">Authentication</p>
        <Segmented<WebhookAuthentication>
          className="self-start"
          label="Authentication"
          value={authentication}
          onChange={(next) => set({ authentication: next })}
          options={[
            { value: 'none', label: 'None' },
            { value: 'basic', label: 'Basic' },
            { value: 'token', label: 'Token' },
          ]}
        />
      </div>
      {authentication === 'basic' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Username" required error={faults['authentication.username']}>
            <Input
              autoComplete="off"
              value={username}
              onChange={(event) => set({ username: event.target.value })}
            />
          </Field>
          <Field label="Password" required error={faults['authentication.password']}>
            <Input
              type="password"
              autoComplete="new-password"
              placeholder={stored === 'basic' ? stays : undefined}
              value={password}
              onChange={(event) => set({ password: event.target.value })}
            />
          </Field>
        </div>
      )}
      {authentication === 'token' && (
        <Field
          label="Token"
          required
          help="Sent in the header Authorization, as a bearer token."
          error={faults['authentication.token']}
        >
          <Input
            type="password"
            autoComplete="new-password"
            placeholder={stored === 'token' ? stays : undefined}
            value={token}
            onChange={(event) => set({ token: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
