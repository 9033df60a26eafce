import { useMemo, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { currenciesQuery } from '../../../entities/currency/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Select } from '../../../ui/select.tsx'
import { localeOptions } from './locales.ts'
import type { ProfileForm } from './profile-form.ts'
import type { ProfileField } from './profile-values.ts'
import { SavedMark } from './saved-mark.tsx'
import { browserTimeZone, timeZoneOptions } from '../../../components/time-zones.ts'

type ChoiceProps = {
  form: ProfileForm
  name: ProfileField
  label: string
  help?: ReactNode
  options: readonly Option<string>[]
}

function choose(form: ProfileForm, name: ProfileField, value: string) {
  form.change(name, value)
  form.settle(name, value)
}

function Choice({ form, name, label, help, options }: ChoiceProps) {
  const chosen = options.find(({ value }) => value === form.values[name]) ?? null
  return (
    <Field label={label} help={help} error={form.faults[name]} aside={<SavedMark mark={form.marks[name]} />}>
      <Combobox
        value={chosen?.value === '' ? null : chosen}
        placeholder={options[0]?.label}
        options={options}
        onChange={(option) => choose(form, name, String(option?.value ?? ''))}
      />
    </Field>
  )
}

function Currency({ form }: { form: ProfileForm }) {
  const { data = [] } = useQuery(currenciesQuery)
  const chosen = form.values.displayCurrency
  const known = data.map(({ code, name }) => ({ value: code, label: code, detail: name }))
  const options = known.some(({ value }) => value === chosen)
    ? known
    : [...known, { value: chosen, label: chosen }]
  return (
    <Field
      label="Display currency"
      help="Amounts are shown in this currency"
      error={form.faults.displayCurrency}
      aside={<SavedMark mark={form.marks.displayCurrency} />}
    >
      <Select
        value={chosen}
        onChange={(code) => code && choose(form, 'displayCurrency', code)}
        options={options}
      />
    </Field>
  )
}

type RegionFieldsProps = {
  form: ProfileForm
  /** What numbers and dates look like with what is chosen. */
  example?: ReactNode
}

/** Currency, locale and time zone: how numbers and dates are written. */
export function RegionFields({ form, example }: RegionFieldsProps) {
  const { locale, timeZone } = form.values
  const locales = useMemo(
    () => [{ value: '', label: 'Browser default', detail: navigator.language }, ...localeOptions(locale)],
    [locale],
  )
  const zones = useMemo(
    () => [{ value: '', label: 'Browser default', detail: browserTimeZone() }, ...timeZoneOptions(timeZone)],
    [timeZone],
  )
  return (
    <>
      <Currency form={form} />
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <Choice
          form={form}
          name="locale"
          label="Locale"
          help="Format of numbers and dates"
          options={locales}
        />
        <Choice form={form} name="timeZone" label="Time zone" options={zones} />
      </div>
      {example}
    </>
  )
}
