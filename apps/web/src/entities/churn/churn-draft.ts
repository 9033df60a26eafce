import type { ChurnDetails } from '@steward/contracts/churn'
import type { RecordBody } from '@steward/contracts/record'
import { isDay, type CurrencyValue } from '@steward/contracts/value'

/** The details of a churn as they are typed. */
export interface ChurnDraft {
  /** YYYY-MM-DD, or what was typed and cannot be read. */
  date: string | null
  reasonId: number | null
  amount: CurrencyValue | null
}

type Globals = Pick<RecordBody['globalFields'], 'churnDate' | 'churnReason' | 'churnAmount'>

export function draftOf({ churnDate = null, churnReason = null, churnAmount = null }: Globals): ChurnDraft {
  return { date: churnDate, reasonId: churnReason, amount: churnAmount }
}

/** What is wrong with what was typed, by detail. */
export function problemsOf({ date, amount }: ChurnDraft): Partial<Record<keyof ChurnDraft, string>> {
  return {
    ...(date !== null && !isDay(date) && { date: 'Enter a valid date, like 2026-03-01.' }),
    ...(amount !== null && !Number.isFinite(amount.value) && { amount: 'Enter a valid amount.' }),
  }
}

/** What is sent: only what differs, so that a retired reason may stay. */
export function changesOf(draft: ChurnDraft, before: ChurnDraft): ChurnDetails {
  const differs = (key: keyof ChurnDraft) => JSON.stringify(draft[key]) !== JSON.stringify(before[key])
  return {
    ...(differs('date') && { date: draft.date }),
    ...(differs('reasonId') && { reasonId: draft.reasonId }),
    ...(differs('amount') && { amount: draft.amount }),
  }
}
