import { useId } from 'react'
import type { IdentityProviderName } from '@steward/contracts/sign-in-settings'
import { radioClass } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'

const providers: { name: IdentityProviderName; label: string; text: string }[] = [
  { name: 'built-in', label: 'Built-in', text: 'People log in with a password stored by Steward.' },
  {
    name: 'cognito',
    label: 'Amazon Cognito',
    text: "People log in on Steward's form with the password of your user pool.",
  },
  {
    name: 'oidc',
    label: 'OpenID Connect',
    text: 'People log in on the page of your provider, such as Entra, Google, Okta or Keycloak.',
  },
]

type ProviderCardsProps = {
  value: IdentityProviderName
  onChange: (provider: IdentityProviderName) => void
}

/** The three ways to sign in. */
export function ProviderCards({ value, onChange }: ProviderCardsProps) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label="Provider" className="flex flex-col gap-2">
      {providers.map(({ name, label, text }) => (
        <label
          key={name}
          className={cx(
            'flex items-start gap-2.5 rounded-card border px-3 py-2.5',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
            name === value ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name={group}
            checked={name === value}
            onChange={() => onChange(name)}
            className={cx(radioClass, 'mt-0.5 outline-none')}
          />
          <span className="min-w-0 font-medium">
            {label}
            <span className="block text-label font-normal text-2">{text}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
