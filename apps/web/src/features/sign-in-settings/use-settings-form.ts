import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SignInSettings } from '@steward/contracts/sign-in-settings'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'
import {
  changesOf,
  faultsAtFields,
  faultsOf,
  formOf,
  type Faults,
  type SettingsForm,
} from './settings-form.rules.ts'
import {
  updateSignInSettings,
  checkSignInSettings,
  signInSettingsQuery,
  type ProviderCheck,
} from './sign-in-settings.calls.ts'

const subject = 'sign-in-settings'

/** Goes to the first field that is wrong, once it is marked. */
function focusFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus())
}

/** What is typed over the stored settings; it stays whatever the server says. */
export function useSettingsForm(settings: SignInSettings) {
  const client = useQueryClient()
  const [before, setBefore] = useState(() => formOf(settings))
  const [form, setForm] = useState(before)
  const [faults, setFaults] = useState<Faults>({})
  const [checked, setChecked] = useState<ProviderCheck | null>(null)
  const save = useMutation({ mutationFn: updateSignInSettings })
  const check = useMutation({ mutationFn: checkSignInSettings })
  const changes = changesOf(before, form)

  function show(found: Faults): boolean {
    setFaults(found)
    const isFaulty = Object.values(found).some(Boolean)
    if (isFaulty) focusFault()
    return !isFaulty
  }

  function take(error: unknown): void {
    if (isSessionExpired(error)) return
    const fields = error instanceof ApiError ? error.fields : undefined
    if (fields) show(faultsAtFields(fields, form))
    else toast.error(errorText(error), { subject })
  }

  return {
    form,
    faults,
    checked,
    dirty: Object.keys(changes).length > 0,
    saving: save.isPending,
    checking: check.isPending,
    change(next: Partial<SettingsForm>) {
      setForm((current) => ({ ...current, ...next }))
      setFaults({})
      setChecked(null)
    },
    discard() {
      setForm(before)
      setFaults({})
      setChecked(null)
    },
    async save() {
      if (save.isPending || !show(faultsOf(form))) return
      try {
        const saved = await save.mutateAsync(changes)
        client.setQueryData(signInSettingsQuery.queryKey, saved)
        setBefore(formOf(saved))
        setForm(formOf(saved))
        toast.done('Sign-in settings saved', { subject })
      } catch (error) {
        take(error)
      }
    },
    async check() {
      if (check.isPending || !show(faultsOf(form))) return
      setChecked(null)
      try {
        setChecked(await check.mutateAsync(changes))
      } catch (error) {
        take(error)
      }
    },
  }
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>
