import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { weekdays } from '@steward/contracts/plain/work-calendar'
import type { WorkCalendar } from '@steward/contracts/work-calendar'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { MultiCombobox } from '../../ui/combobox.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { formOf } from './calendar-form.rules.ts'
import { HolidayList } from './holiday-list.tsx'
import { saveCalendar, type CalendarForm } from './work-calendar.calls.ts'

type Faults = Readonly<Record<string, string>>
type CalendarDrawerProps = { calendar: WorkCalendar | undefined; onClose: () => void }

/** Creates a calendar, or changes one. */
export function CalendarDrawer({ calendar, onClose }: CalendarDrawerProps) {
  const client = useQueryClient()
  const [start] = useState(() => formOf(calendar))
  const [form, setForm] = useState(start)
  const [faults, setFaults] = useState<Faults>({})
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    setFault(null)
    try {
      await saveCalendar(client, calendar?.calendarId, form)
      toast.done('Calendar saved', { subject: 'work-calendar' })
      onClose()
    } catch (error) {
      setBusy(false)
      if (isSessionExpired(error)) return
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
      setFaults(fields)
      const shown = ['name', 'region', 'workingDays', 'isDefault']
      if (!shown.some((field) => field in fields)) setFault(errorText(error))
    }
  }

  return (
    <Drawer
      open
      width={620}
      title={calendar ? 'Edit calendar' : 'New calendar'}
      dirty={JSON.stringify(form) !== JSON.stringify(start)}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save calendar
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        <CalendarFields
          form={form}
          faults={faults}
          mayUnset={!calendar?.isDefault}
          onChange={(change) => setForm((held) => ({ ...held, ...change }))}
        />
      </div>
    </Drawer>
  )
}

type CalendarFieldsProps = {
  form: CalendarForm
  faults: Faults
  /** Whether the mark of the default can be taken away. */
  mayUnset: boolean
  onChange: (change: Partial<CalendarForm>) => void
}

function CalendarFields({ form, faults, mayUnset, onChange }: CalendarFieldsProps) {
  return (
    <>
      <Field label="Name" required error={faults['name']}>
        <Input
          value={form.name}
          maxLength={120}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <WorkingDays form={form} error={faults['workingDays']} onChange={onChange} />
      <Field
        label="Region"
        error={faults['region']}
        help="Two letters, such as DE. Used for people whose language setting names this region."
      >
        <Input
          className="max-w-40"
          value={form.region ?? ''}
          maxLength={9}
          onChange={({ target }) => onChange({ region: target.value.trim() || null })}
        />
      </Field>
      <People form={form} onChange={onChange} />
      <Checkbox
        label="Default calendar"
        description="Used for everyone who has no other calendar."
        checked={form.isDefault}
        disabled={!mayUnset}
        onCheckedChange={(isDefault) => onChange({ isDefault })}
      />
      <HolidayList holidays={form.holidays} onChange={(holidays) => onChange({ holidays })} />
    </>
  )
}

type PartProps = Pick<CalendarFieldsProps, 'form' | 'onChange'>

function WorkingDays({ form, error, onChange }: PartProps & { error: string | undefined }) {
  const toggle = (id: number, works: boolean) =>
    onChange({
      workingDays: works
        ? [...form.workingDays, id].toSorted()
        : form.workingDays.filter((day) => day !== id),
    })
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-label font-medium">Working days</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {weekdays.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={form.workingDays.includes(id)}
            onCheckedChange={(works) => toggle(id, works)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-label text-poor">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function People({ form, onChange }: PartProps) {
  const { data = [] } = useQuery(usersQuery)
  const options = data.map((user) => ({ value: user.userId, label: fullName(user) }))
  const chosen = options.filter(({ value }) => form.userIds.includes(value))
  return (
    <Field label="People" help="They use this calendar whatever their region.">
      <MultiCombobox
        value={chosen}
        options={options}
        placeholder="Add people"
        onChange={(people) => onChange({ userIds: people.map(({ value }) => Number(value)) })}
      />
    </Field>
  )
}
