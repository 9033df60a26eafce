import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'

/** One try at a time of what a form sends, and the text of the last failure. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /**
   * Does the work, unless it is under way already. A failure is shown, or handled by `onFailure`, which
   * gives the text to show, or null for none.
   */
  async function attempt(
    work: () => Promise<void>,
    onFailure: (error: unknown) => string | null = errorText,
  ) {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(onFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return { busy, failure, setFailure, attempt }
}
