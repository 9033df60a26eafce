import { useId, type ReactNode } from 'react'
import { IconInfoCircle } from '@tabler/icons-react'
import type { SignInSettings } from '@steward/contracts/sign-in-settings'
import { PageContent } from '../../components/page-frame.tsx'
import { useDirty } from '../../ui/dirty.ts'
import { SaveBar } from '../../components/settings/save-bar.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { DomainProofs } from './domain/domain-proofs.tsx'
import { ConnectionCheck } from './provider/connection-check.tsx'
import { ProviderCards } from './provider/provider-cards.tsx'
import { ProviderFields } from './provider/provider-fields.tsx'
import { useSettingsForm, type SettingsFormState } from './use-settings-form.ts'

/** The settings as a form that is saved as a whole. */
export function SettingsEditor({ settings }: { settings: SignInSettings }) {
  const state = useSettingsForm(settings)
  const { form, faults, change, dirty } = state
  const isOutside = form.provider !== 'built-in'
  useDirty(dirty)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void state.save()
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <PageContent>
        <div className="flex max-w-170 flex-col gap-8 px-4 py-6 md:px-6">
          <Section title="Sign-in method">
            <ProviderCards value={form.provider} onChange={(provider) => change({ provider })} />
            <ProviderFields state={state} settings={settings} />
            {isOutside && <ConnectionCheck state={state} />}
            {isOutside && <BreakGlass />}
          </Section>
          <Section title="Domains">
            <Field
              label="Email domains of the company"
              help="One per line, such as example.com. Once a domain is verified, people with its addresses use this method."
              error={faults.domains}
            >
              <Textarea
                rows={3}
                spellCheck={false}
                value={form.domains}
                onChange={(event) => change({ domains: event.target.value })}
              />
            </Field>
            <DomainProofs proofs={settings.domainProofs} isOutside={isOutside} />
          </Section>
          <Section title="Steward passwords">
            <PasswordRules state={state} />
          </Section>
        </div>
      </PageContent>
      {dirty && (
        <SaveBar save="Save" busy={state.saving} onBack={state.discard} className="shrink-0 md:px-6" />
      )}
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <h2 id={id} className="border-b border-line pb-2 text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function BreakGlass() {
  return (
    <p className="flex items-start gap-2 rounded-card bg-info-soft px-3 py-2.5 text-body text-info">
      <IconInfoCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        Administrators can always log in with their Steward password, so that a failing provider doesn't lock
        everyone out. Other users can't.
      </span>
    </p>
  )
}

function PasswordRules({ state: { form, faults, change } }: { state: SettingsFormState }) {
  return (
    <>
      <Switch
        label="Require two-factor authentication"
        description="People without one set up an authenticator app at their next log-in."
        checked={form.mfaRequired}
        onCheckedChange={(mfaRequired) => change({ mfaRequired })}
      />
      <Switch
        label="Limit password length"
        description="Only if another system requires it. Longer passwords are safer."
        checked={form.hasCeiling}
        onCheckedChange={(hasCeiling) => change({ hasCeiling })}
      />
      {form.hasCeiling && (
        <Field
          label="Maximum length"
          help="Applies to new passwords only."
          error={faults.passwordMaxLength}
          className="max-w-40 pl-10"
        >
          <NumberField
            value={form.passwordMaxLength}
            decimals={0}
            min={8}
            max={1024}
            onChange={(passwordMaxLength) => change({ passwordMaxLength })}
          />
        </Field>
      )}
    </>
  )
}
