import { useCallback, useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import { childrenQuery, findRecords, recordId } from '../../../entities/record/index.ts'
import { fullName, imageAddress, usersQuery } from '../../../entities/user/index.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import type { Subject } from '../logging.calls.ts'

/** Someone who takes part. */
export interface Participant {
  id: number
  name: string
}

type PeopleFieldProps = {
  value: readonly Participant[]
  onChange: (value: Participant[]) => void
  error?: string
}

const chosenOf = (value: readonly Participant[]) =>
  value.map(({ id, name }): Option => ({ value: id, label: name }))
const participantOf = ({ value, label }: Option): Participant => ({ id: Number(value), name: label })

/** Colleagues who took part. */
export function UsersField({ value, onChange, error }: PeopleFieldProps) {
  const { data: users } = useQuery(usersQuery)
  const options = useMemo(
    () =>
      (users ?? []).map((user): Option => {
        const label = fullName(user)
        const icon = <Avatar name={label} src={imageAddress(user)} size={18} />
        const isGone = user.disableMessage === 'Deactivated'
        return {
          value: user.userId,
          label,
          icon,
          disabled: isGone,
          reason: isGone ? 'Deactivated' : undefined,
        }
      }),
    [users],
  )
  return (
    <Field label="Teammates" error={error}>
      <MultiCombobox
        options={options}
        value={chosenOf(value)}
        placeholder="Teammates who took part"
        onChange={(chosen) => onChange(chosen.map(participantOf))}
      />
    </Field>
  )
}

const contacts = levelOf('contact')
const most = 20

/** Contacts who took part; before anything is typed those of the record. */
export function ContactsField({ subject, value, onChange, error }: PeopleFieldProps & { subject: Subject }) {
  const client = useQueryClient()
  const { level, id } = subject
  const load = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      if (query === '' && (level.name === 'organization' || level.name === 'account')) {
        const { pages } = await client.fetchInfiniteQuery(childrenQuery(contacts, { level, id }))
        const own = pages.flatMap((page) => page.data).slice(0, most)
        if (own.length > 0)
          return own.map((record) => optionOf(recordId(contacts, record), record.globalFields.name))
      }
      const found = await findRecords(contacts, query, signal, most)
      return found.map(({ id: contactId, name, parentName }) => optionOf(contactId, name, parentName))
    },
    [client, level, id],
  )
  return (
    <Field label="Contacts" error={error}>
      <MultiCombobox
        load={load}
        value={chosenOf(value)}
        placeholder="Contacts who took part"
        onChange={(chosen) => onChange(chosen.map(participantOf))}
      />
    </Field>
  )
}

function optionOf(id: number, name: string, parentName?: string | null): Option {
  return { value: id, label: name, detail: parentName ?? undefined, icon: <Avatar name={name} size={18} /> }
}
