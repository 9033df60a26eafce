import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { problemsQuery } from '../scenario.calls.ts'
import type { Draft } from './draft.rules.ts'
import { noProblems, type Problems } from './problems.rules.ts'

/** How long is waited for the next change before the server checks. Milliseconds. */
const pause = 250

function useLater<T>(value: T): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(value), pause)
    return () => window.clearTimeout(timer)
  }, [value])
  return later
}

const nameless = { path: 'formData.name', message: 'Enter a name.' }

/** What is wrong with a scenario while it is edited, as the server says; `isChecked` once it has seen the last change. */
export function useProblems(draft: Draft, enabled: boolean): { problems: Problems; isChecked: boolean } {
  const later = useLater(draft)
  const { level, timeZone, reentry } = later.form
  const body = useMemo(
    () => ({ formData: { level, timeZone, reentry }, nodes: later.nodes }),
    [level, timeZone, reentry, later.nodes],
  )
  const { data = noProblems, isSuccess, isPlaceholderData } = useQuery({ ...problemsQuery(body), enabled })
  const isNamed = draft.form.name.trim() !== ''
  const problems = useMemo(
    () => (isNamed ? data : { ...data, other: [nameless, ...data.other] }),
    [data, isNamed],
  )
  return {
    problems: enabled ? problems : noProblems,
    isChecked: isSuccess && !isPlaceholderData && later === draft,
  }
}
