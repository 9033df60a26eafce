import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { useDone } from '../../entities/change-set/index.ts'
import { refreshPlans } from '../../entities/success-plan/index.ts'

/** Saves a form: its faults are at its fields, or above it. */
export function useSaving() {
  const client = useQueryClient()
  const done = useDone()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const faults: Readonly<Record<string, string>> = error instanceof ApiError ? (error.fields ?? {}) : {}
  const hasFaults = Object.keys(faults).length > 0
  const alert = error === null || hasFaults || isSessionExpired(error) ? null : errorText(error)

  async function save<Written extends { changeSetId: number | null }>(
    what: string,
    work: () => Promise<Written>,
  ): Promise<Written | undefined> {
    setBusy(true)
    setError(null)
    try {
      const written = await work()
      await refreshPlans(client)
      done(what, written.changeSetId, 'success-plan')
      return written
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { save, busy, alert, faults }
}
