import { useQuery } from '@tanstack/react-query'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import { RichTextInput } from '../../entities/value/index.ts'
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'

/** What plans, milestones and KPIs have in common. */
export interface WorkedForm {
  description: string
  startDate: string | null
  dueDate: string | null
  ownerId: number | null
  collaborators: number[]
}

export const blankWorked: WorkedForm = {
  description: '',
  startDate: null,
  dueDate: null,
  ownerId: null,
  collaborators: [],
}

export const workedOf = (item: {
  description: string | null
  startDate: string | null
  dueDate: string | null
  ownerId: number | null
  collaborators: readonly { id: number }[]
}): WorkedForm => ({
  description: item.description ?? '',
  startDate: item.startDate,
  dueDate: item.dueDate,
  ownerId: item.ownerId,
  collaborators: item.collaborators.map(({ id }) => id),
})

/** The form as the call takes it. */
export const workedBody = <Form extends WorkedForm>(form: Form) => ({
  ...form,
  description: form.description || null,
})

interface WorkedFieldsProps<Form extends WorkedForm> {
  form: Form
  faults: Readonly<Record<string, string>>
  /** What the description is called. */
  text: string
  onChange: (form: Form) => void
}

export function WorkedFields<Form extends WorkedForm>({
  form,
  faults,
  text,
  onChange,
}: WorkedFieldsProps<Form>) {
  const { data: users = [] } = useQuery(usersQuery)
  const set = (change: Partial<WorkedForm>) => onChange({ ...form, ...change })
  const people = users.map((user) => ({
    value: user.userId,
    label: fullName(user),
    ...(user.disableMessage && { disabled: true, reason: user.disableMessage }),
  }))
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Start date" error={faults['startDate']}>
          <DateField value={form.startDate} onChange={(startDate) => set({ startDate })} />
        </Field>
        <Field label="Due date" error={faults['dueDate']}>
          <DateField value={form.dueDate} onChange={(dueDate) => set({ dueDate })} />
        </Field>
      </div>
      <Field label="Owner" error={faults['ownerId']}>
        <Combobox
          options={people}
          placeholder="No one"
          value={people.find(({ value }) => value === form.ownerId) ?? null}
          onChange={(option) => set({ ownerId: option && Number(option.value) })}
        />
      </Field>
      <Field label="Collaborators" error={faults['collaborators']}>
        <MultiCombobox
          options={people}
          placeholder="Add a teammate"
          value={people.filter(({ value }) => form.collaborators.includes(value))}
          onChange={(options) => set({ collaborators: options.map(({ value }) => Number(value)) })}
        />
      </Field>
      <Field label={text} error={faults['description']}>
        <RichTextInput text={form.description} onChange={(description) => set({ description })} />
      </Field>
    </>
  )
}
