import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ExchangeRates } from '@steward/contracts/currency'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { sectionStateOf } from '../../../components/settings/section-state.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshMoney, saveRates } from '../currency.calls.ts'
import {
  cellKey,
  editsOf,
  faultsByCell,
  rateFault,
  withCells,
  withoutSent,
  type RateDraft,
} from './rate-draft.ts'
import { rateText } from './rate-grid.tsx'

const none: RateDraft = new Map()

function savedTexts(rates: ExchangeRates | undefined): ReadonlyMap<string, string> {
  const cells = (rates?.months ?? []).flatMap(({ month, rates: known }) =>
    known.map(
      ({ currencyDefinitionId, rate }) => [cellKey(month, currencyDefinitionId), rateText(rate)] as const,
    ),
  )
  return new Map(cells)
}

/** The cells of the grid as they were typed, over what is saved. */
export function useRateDraft(rates: ExchangeRates | undefined) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<RateDraft>(none)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const sent = useRef(none)
  const saved = savedTexts(rates)
  const savedText = (key: string) => saved.get(key) ?? ''

  const faultOf = (key: string): string | undefined => {
    const text = draft.get(key)
    return text === undefined ? undefined : (rateFault(text) ?? refused.get(key))
  }
  const faults = [...draft.keys()].filter((key) => faultOf(key) !== undefined).length

  function restore() {
    setDraft(none)
    setRefused(new Map())
  }

  function set(cells: readonly (readonly [key: string, text: string])[]) {
    setRefused(new Map())
    setDraft((before) =>
      withCells(before, cells, (key) => (sent.current.has(key) ? undefined : savedText(key))),
    )
  }

  async function save() {
    setBusy(true)
    sent.current = draft
    try {
      await saveRates(editsOf(draft))
      await refreshMoney(client)
      // What was typed while the rates were on their way is not saved yet.
      setDraft((now) => withoutSent(now, draft))
      setRefused(new Map())
      toast.done('Exchange rates saved', { subject: 'rates' })
    } catch (failure) {
      if (failure instanceof ApiError) setRefused(faultsByCell(draft, failure.fields))
      if (!isSessionExpired(failure)) toast.error(errorText(failure), { subject: 'rates' })
    } finally {
      sent.current = none
      setBusy(false)
    }
  }

  return {
    state: sectionStateOf(draft.size > 0, faults === 0),
    faults,
    busy,
    textOf: (key: string) => draft.get(key) ?? savedText(key),
    isChanged: (key: string) => draft.has(key),
    faultOf,
    set,
    restore,
    save,
  }
}
