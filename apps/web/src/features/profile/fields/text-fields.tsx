import type { ComponentProps } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { ProfileForm } from './profile-form.ts'
import type { ProfileField } from './profile-values.ts'
import { SavedMark } from './saved-mark.tsx'

type TextSettingProps = Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'autoFocus'> & {
  form: ProfileForm
  name: ProfileField
  label: string
  help?: string
}

function TextSetting({ form, name, label, help, ...input }: TextSettingProps) {
  const value = form.values[name]
  return (
    <Field label={label} help={help} error={form.faults[name]} aside={<SavedMark mark={form.marks[name]} />}>
      <Input
        {...input}
        name={name}
        value={value}
        onChange={(event) => form.change(name, event.target.value)}
        onBlur={() => form.settle(name, value)}
        onKeyDown={(event) => event.key === 'Enter' && form.settle(name, value)}
      />
    </Field>
  )
}

/** The names of a person and how to call them. */
export function TextFields({ form, autoFocus }: { form: ProfileForm; autoFocus?: boolean }) {
  return (
    <>
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <TextSetting
          form={form}
          name="firstName"
          label="First name"
          autoComplete="given-name"
          autoFocus={autoFocus}
        />
        <TextSetting form={form} name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <TextSetting
        form={form}
        name="mobileNumber"
        label="Mobile number"
        type="tel"
        autoComplete="tel"
        help="With the country, such as +44 20 7946 0000"
      />
    </>
  )
}
