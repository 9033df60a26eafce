import { useEffect, useRef, useState } from 'react'
import type { User } from '@steward/contracts/user-management'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useDirty } from '../../../ui/dirty.ts'
import { toast } from '../../../ui/toast.tsx'
import { useUpdateMe } from '../profile.calls.ts'
import type { ProfileForm } from './profile-form.ts'
import { changeOf, valuesOf, type ProfileField, type ProfileValues } from './profile-values.ts'

const markTime = 4000

function faultText(error: unknown, field: ProfileField): string {
  return (error instanceof ApiError && error.fields?.[field]) || errorText(error)
}

/** Fields that are saved one by one as they are left. What is refused stays as it was typed. */
export function useSavedFields(user: User): ProfileForm {
  const [values, setValues] = useState(() => valuesOf(user))
  const [saved, setSaved] = useState(values)
  const [faults, setFaults] = useState<ProfileForm['faults']>({})
  const [marks, setMarks] = useState<ProfileForm['marks']>({})
  const change = useUpdateMe()
  // In the order of the acts, so that of two values of a field the later one stays.
  const queue = useRef(Promise.resolve())
  const asked = useRef(values)
  const timers = useRef(new Set<number>())
  const dirty = (Object.keys(values) as ProfileField[]).some((field) => values[field] !== saved[field])
  useDirty(dirty)

  useEffect(() => {
    const running = timers.current
    return () => running.forEach((timer) => window.clearTimeout(timer))
  }, [])

  function mark(field: ProfileField, next: 'saving' | 'saved' | undefined) {
    setMarks((before) => ({ ...before, [field]: next }))
  }

  function fault(field: ProfileField, text: string | undefined) {
    setFaults((before) => ({ ...before, [field]: text }))
  }

  async function save(field: ProfileField, value: string) {
    mark(field, 'saving')
    try {
      await change.mutateAsync(changeOf(field, value))
      setSaved((before: ProfileValues) => ({ ...before, [field]: value }))
      mark(field, 'saved')
      timers.current.add(window.setTimeout(() => mark(field, undefined), markTime))
      if (field === 'displayCurrency') toast.done('Successfully updated display currency.')
    } catch (error) {
      mark(field, undefined)
      asked.current = { ...asked.current, [field]: saved[field] }
      if (!isSessionExpired(error)) fault(field, faultText(error, field))
    }
  }

  return {
    values,
    faults,
    marks,
    change(field, value) {
      fault(field, undefined)
      setValues((before) => ({ ...before, [field]: value }))
    },
    settle(field, value) {
      if (value.trim() === asked.current[field].trim()) return
      asked.current = { ...asked.current, [field]: value }
      queue.current = queue.current.then(() => save(field, value))
    },
  }
}
