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
          <Section title="Who checks that people are who they say">
            <ProviderCards value={form.provider} onChange={(provider) => change({ provider })} />
            <ProviderFields state={state} settings={settings} />
            {isOutside && <ConnectionCheck state={state} />}
            {isOutside && <BreakGlass />}
          </Section>
          <Section title="Domains">
            <Field
              label="E-mail domains of the company"
              help="One a line, such as example.com. Whoever signs in with such an address signs in this way."
              error={faults.domains}
            >
              <Textarea
                rows={3}
                spellCheck={false}
                value={form.domains}
                onChange={(event) => change({ domains: event.target.value })}
              />
            </Field>
          </Section>
          <Section title="Passwords that Steward keeps">
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
        Administrators can always sign in with the password that Steward keeps, so that a provider that fails
        locks nobody out for good. Nobody else can.
      </span>
    </p>
  )
}

function PasswordRules({ state: { form, faults, change } }: { state: SettingsFormState }) {
  return (
    <>
      <Switch
        label="Require a second factor"
        description="Who has none sets up an authenticator app at the next sign-in."
        checked={form.mfaRequired}
        onCheckedChange={(mfaRequired) => change({ mfaRequired })}
      />
      <Switch
        label="Limit the length of passwords"
        description="Only where another system needs it: long passwords are the better ones."
        checked={form.hasCeiling}
        onCheckedChange={(hasCeiling) => change({ hasCeiling })}
      />
      {form.hasCeiling && (
        <Field
          label="Most characters"
          help="New passwords only; those in use stay as they are."
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
