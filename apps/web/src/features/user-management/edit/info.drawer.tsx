import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ChangeUser, User } from '@steward/contracts/user-management'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { currenciesQuery } from '../../../entities/currency/index.ts'
import { errorText } from '../../../api/error-text.ts'
import { fullName } from '../../../entities/user/index.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useUpdateUser } from '../user-management.calls.ts'
import { changesOf, infoOf, type InfoValues } from './info-values.ts'
import { Person } from './person.tsx'

type Faults = Readonly<Record<string, string>>

function doneText(changes: ChangeUser, name: string): string {
  const [only, ...others] = Object.keys(changes)
  if (only === 'displayCurrency' && others.length === 0) return 'Successfully updated display currency.'
  return `${name} saved`
}

/** Name, mobile number, display currency and external id of a user. */
export function InfoDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const formId = useId()
  const [before] = useState(() => infoOf(user))
  const [values, setValues] = useState(before)
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useUpdateUser(user.userId)
  const changes = changesOf(before, values)
  const dirty = Object.keys(changes).length > 0

  function set(field: keyof InfoValues) {
    return (value: string) => {
      setValues((current) => ({ ...current, [field]: value }))
      setFaults((current) => ({ ...current, [field]: '' }))
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    if (!dirty) return onClose()
    setRefusal(null)
    try {
      const saved = await save.mutateAsync(changes)
      toast.done(doneText(changes, fullName(saved)), { subject: `user-${user.userId}` })
      onClose()
    } catch (error) {
      if (isSessionExpired(error)) return
      if (error instanceof ApiError && error.fields) return setFaults(error.fields)
      setRefusal(errorText(error))
    }
  }

  return (
    <Drawer
      open
      dirty={dirty && !save.isSuccess}
      onOpenChange={(open) => !open && onClose()}
      title="Edit user"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Person user={user} />
        <FormAlert text={refusal} />
        <InfoFields values={values} faults={faults} set={set} />
      </form>
    </Drawer>
  )
}

type InfoFieldsProps = {
  values: InfoValues
  faults: Faults
  set: (field: keyof InfoValues) => (value: string) => void
}

function InfoFields({ values, faults, set }: InfoFieldsProps) {
  const { data: currencies } = useQuery(currenciesQuery)
  const codes = (currencies ?? []).map(({ code, name }) => ({ value: code, label: code, detail: name }))
  const known = codes.some(({ value }) => value === values.displayCurrency)
  const options = known ? codes : [...codes, { value: values.displayCurrency, label: values.displayCurrency }]
  const text = (field: keyof InfoValues) => ({
    value: values[field],
    onChange: (event: { target: { value: string } }) => set(field)(event.target.value),
  })
  return (
    <>
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <Field label="First name" error={faults.firstName}>
          <Input autoComplete="off" {...text('firstName')} />
        </Field>
        <Field label="Last name" error={faults.lastName}>
          <Input autoComplete="off" {...text('lastName')} />
        </Field>
      </div>
      <Field
        label="Mobile number"
        help="With the country, such as +44 20 7946 0000"
        error={faults.mobileNumber}
      >
        <Input type="tel" autoComplete="off" {...text('mobileNumber')} />
      </Field>
      <Field
        label="Display currency"
        help="In which currency they see amounts"
        error={faults.displayCurrency}
      >
        <Select
          value={values.displayCurrency}
          onChange={(code) => code && set('displayCurrency')(code)}
          options={options}
        />
      </Field>
      <Field label="External ID" help="What another system calls this person" error={faults.externalId}>
        <Input autoComplete="off" {...text('externalId')} />
      </Field>
    </>
  )
}
