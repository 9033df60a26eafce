import { useState } from 'react'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'

/** A small form of the settings: its values, what the server refused, and whether it is being saved. */
export function useSettingsForm<Values extends object>(
  start: Values,
  save: (values: Values) => Promise<void>,
) {
  const [values, setValues] = useState(start)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [alert, setAlert] = useState<string | null>(null)

  function set(change: Partial<Values>) {
    setValues((before) => ({ ...before, ...change }))
    setFaults((held) => Object.fromEntries(Object.entries(held).filter(([name]) => !(name in change))))
  }

  /** True once it is saved. `check` gives what is wrong before it is sent. */
  async function submit(check: Readonly<Record<string, string>> = {}): Promise<boolean> {
    setAlert(null)
    setFaults(check)
    if (Object.keys(check).length > 0) return false
    setBusy(true)
    try {
      await save(values)
      return true
    } catch (error) {
      if (isSessionExpired(error)) return false
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
      setFaults(fields)
      // What is at a field need not be above it, too.
      if (!Object.keys(fields).some((name) => name in values)) setAlert(errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  const dirty = JSON.stringify(values) !== JSON.stringify(start)
  return { values, set, submit, busy, faults, alert, dirty }
}
