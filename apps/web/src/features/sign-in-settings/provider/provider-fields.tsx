import type { ComponentProps } from 'react'
import { IconAlertCircle } from '@tabler/icons-react'
import type { SignInSettings } from '@steward/contracts/sign-in-settings'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { SettingsFormState } from '../use-settings-form.ts'

type ProviderFieldsProps = { state: SettingsFormState; settings: SignInSettings }

/** What Steward has to know of the chosen provider, and the provider of Steward. */
export function ProviderFields({ state, settings }: ProviderFieldsProps) {
  const { provider } = state.form
  if (provider === 'built-in') return null
  return (
    <>
      {provider === 'cognito' ? (
        <CognitoFields state={state} />
      ) : (
        <OidcFields state={state} settings={settings} />
      )}
      {state.faults[provider] && (
        <p role="alert" className="flex items-start gap-1.5 text-body text-poor">
          <IconAlertCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
          {state.faults[provider]}
        </p>
      )}
    </>
  )
}

type TextProps = Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'autoComplete'> & {
  label: string
  help?: string
  error: string | undefined
  value: string
  onText: (text: string) => void
}

function Text({ label, help, error, value, onText, ...input }: TextProps) {
  return (
    <Field label={label} help={help} error={error}>
      <Input
        autoComplete="off"
        spellCheck={false}
        {...input}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
    </Field>
  )
}

function CognitoFields({ state: { form, faults, change } }: { state: SettingsFormState }) {
  const { cognito } = form
  const set = (next: Partial<typeof cognito>) => change({ cognito: { ...cognito, ...next } })
  return (
    <>
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <Text
          label="Region"
          placeholder="eu-central-1"
          value={cognito.region}
          error={faults['cognito.region']}
          onText={(region) => set({ region })}
        />
        <Text
          label="User pool ID"
          placeholder="eu-central-1_AbCdEf123"
          value={cognito.userPoolId}
          error={faults['cognito.userPoolId']}
          onText={(userPoolId) => set({ userPoolId })}
        />
      </div>
      <Text
        label="App client ID"
        help="A client without secret that allows ALLOW_USER_PASSWORD_AUTH"
        value={cognito.userPoolWebClientId}
        error={faults['cognito.userPoolWebClientId']}
        onText={(userPoolWebClientId) => set({ userPoolWebClientId })}
      />
      <Text
        label="Endpoint"
        help="Only if your endpoint is not Amazon's default"
        placeholder="https://"
        value={cognito.endpoint}
        error={faults['cognito.endpoint']}
        onText={(endpoint) => set({ endpoint })}
      />
    </>
  )
}

function OidcFields({ state: { form, faults, change }, settings }: ProviderFieldsProps) {
  const { oidc } = form
  const set = (next: Partial<typeof oidc>) => change({ oidc: { ...oidc, ...next } })
  const stored = settings.oidc
  const isKept =
    stored?.hasClientSecret &&
    stored.issuer === oidc.issuer.trim() &&
    stored.clientId === oidc.clientId.trim()
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <span className="font-medium">Redirect URI</span>
        <CopyText label="redirect URI" text={settings.redirectUri} />
        <span className="text-label text-3">
          Register it with your provider before you check the connection.
        </span>
      </div>
      <Text
        label="Issuer"
        placeholder="https://login.example.com"
        help="The address where the provider publishes /.well-known/openid-configuration"
        value={oidc.issuer}
        error={faults['oidc.issuer']}
        onText={(issuer) => set({ issuer })}
      />
      <Text
        label="Client ID"
        value={oidc.clientId}
        error={faults['oidc.clientId']}
        onText={(clientId) => set({ clientId })}
      />
      <Text
        label="Client secret"
        type="password"
        autoComplete="new-password"
        placeholder={isKept ? '••••••••' : undefined}
        help={
          isKept
            ? 'Leave empty to keep the stored secret.'
            : 'Stored encrypted and never shown. Leave empty for a client without a secret.'
        }
        value={oidc.clientSecret}
        error={faults['oidc.clientSecret']}
        onText={(clientSecret) => set({ clientSecret })}
      />
    </>
  )
}
