import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levels } from '@steward/contracts/level'
import type { SurveySettings, SurveySettingsForm } from '@steward/contracts/survey/audience'
import { ApiError } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { CopyText } from '../../components/settings/copy-text.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { levelFieldsQuery } from '../../entities/field/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { saveSettings, settingsQuery } from './audience.calls.ts'
import { useSurveyAct } from './survey.calls.ts'

const contacts = levels.find(({ name }) => name === 'contact')!

/** How often people are asked, whether they have to agree, and how pages sign their users. */
export function SurveySettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <SettingsPage
      title="Surveys"
      route="survey-settings"
      permission="survey.edit"
      what="the settings of surveys"
    >
      {data && <Settings settings={data} />}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="m-6 h-64" />}
    </SettingsPage>
  )
}

function Settings({ settings }: { settings: SurveySettings }) {
  const mayAdminister = useCan()('survey.administer')
  const { siteKey, signingKey, ...form } = settings
  const [values, setValues] = useState<SurveySettingsForm>(form)
  const { data: fields } = useQuery(levelFieldsQuery(contacts))
  const save = useSurveyAct(saveSettings, () => 'Settings saved')
  const set = (changes: Partial<SurveySettingsForm>) => setValues((now) => ({ ...now, ...changes }))
  const faults = save.error instanceof ApiError ? (save.error.fields ?? {}) : {}
  const optionsOf = (...types: string[]) =>
    (fields ?? [])
      .filter(({ dataType }) => types.includes(dataType))
      .map(({ name, displayName }) => ({ value: name, label: displayName }))

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(values)
  }

  return (
    <form onSubmit={submit} noValidate className="flex max-w-150 flex-col gap-5 p-4 md:p-6">
      <fieldset disabled={!mayAdminister} className="flex flex-col gap-5">
        <Field
          label="Quiet period"
          help="For so many days after a survey, no other one is sent to a person. 0 turns it off."
          error={faults.quietDays}
          className="w-60"
        >
          <NumberField
            value={values.quietDays}
            min={0}
            max={3650}
            decimals={0}
            suffix="days"
            disabled={!mayAdminister}
            onChange={(days) => set({ quietDays: days ?? 0 })}
          />
        </Field>
        <Field
          label="Consent"
          help="A yes-or-no field of contacts that has to be true before they are asked."
          error={faults.consentField}
          className="w-80"
        >
          <Select
            value={values.consentField}
            options={optionsOf('boolean')}
            placeholder="Not required"
            clearable
            disabled={!mayAdminister}
            onChange={(field) => set({ consentField: field })}
          />
        </Field>
        <Field
          label="Language of emails"
          help="A contact field with a language, such as de, de-AT or German. Everyone else gets the default language of the survey."
          error={faults.languageField}
          className="w-80"
        >
          <Select
            value={values.languageField}
            options={optionsOf('string', 'singlePicklist')}
            placeholder="Default language"
            clearable
            disabled={!mayAdminister}
            onChange={(field) => set({ languageField: field })}
          />
        </Field>
        <Checkbox
          label="Pages must sign their user"
          description="Without a valid signature, no one is asked in your product."
          checked={values.requiresSignature}
          disabled={!mayAdminister}
          onCheckedChange={(isOn) => set({ requiresSignature: isOn })}
        />
      </fieldset>
      <section aria-labelledby="survey-keys" className="flex flex-col gap-2">
        <h2 id="survey-keys" className="font-medium">
          Keys
        </h2>
        <p className="text-label text-2">The site key names your company on its pages. It is not secret.</p>
        <CopyText label="site key" text={siteKey} />
        {signingKey && (
          <>
            <p className="text-label text-2">
              The signing key is secret: keep it on your server. The signature is the HMAC-SHA256 of the user
              id, or of the email address where there is no id, in hex.
            </p>
            <CopyText label="signing key" text={signingKey} />
          </>
        )}
      </section>
      {mayAdminister && (
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save settings
          </Button>
        </div>
      )}
    </form>
  )
}
