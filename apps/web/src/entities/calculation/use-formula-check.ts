import { useEffect, useEffectEvent, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CheckFormula, FormulaCheck } from '@steward/contracts/calculation'
import { errorText } from '../../api/error-text.ts'
import { checkFormula } from './calculation.calls.ts'

/** How long nothing is typed before a formula is checked, in milliseconds. */
const pause = 300

export interface CheckedFormula {
  /** null until the present formula is checked. */
  answer: FormulaCheck | null
  /** The last answer, which may be of an earlier formula. */
  last: FormulaCheck | null
  /** Why it could not be checked. */
  failure: string | null
}

/** The text as it was when nothing had been typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), pause)
    return () => window.clearTimeout(timer)
  }, [text])
  return settled
}

/** Checks a formula a moment after each change. */
export function useFormulaCheck(
  input: CheckFormula,
  onChecked: ((answer: FormulaCheck | null) => void) | undefined,
): CheckedFormula {
  const formula = useSettled(input.formula)
  const isBlank = formula.trim() === ''
  const asked = { ...input, formula }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['formula-check', asked],
    queryFn: ({ signal }) => checkFormula(asked, signal),
    enabled: !isBlank,
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const isPresent = data !== undefined && !isPlaceholderData && formula === input.formula && !isBlank
  const answer = isPresent ? data : null
  const tell = useEffectEvent((told: FormulaCheck | null) => onChecked?.(told))
  useEffect(() => tell(answer), [answer])
  return { answer, last: isBlank ? null : (data ?? null), failure: error ? errorText(error) : null }
}
