import { useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useProceed } from './entry.ts'
import { useAddressText } from './use-address-text.ts'

/** Each works once, also where the page is drawn twice. */
const taken = new Set<string>()

interface Handover {
  isUnderWay: boolean
  failure: string | null
  /** The address that was asked for before leaving for the provider. */
  origin: string | undefined
}

/** Only a page of the app: what an address says may come from anywhere. */
const page = /^\/app(?:[/?#]|$)/

/** Finishes a sign-in that comes back from the company's own provider, or shows how it failed. */
export function useHandover(): Handover {
  const handover = useAddressText('handover')
  const refusal = useAddressText('error')
  const asked = useAddressText('origin')
  const origin = page.test(asked) ? asked : undefined
  const [state, setState] = useState({ isUnderWay: handover !== '', failure: null as string | null })
  const proceed = useProceed()

  useEffect(() => {
    if (!handover || taken.has(handover)) return
    taken.add(handover)
    const finish = async () => {
      try {
        const { finishLeaving } = await import('./other-ways/other-ways.ts')
        const { outcome, leaving } = await finishLeaving(handover)
        setState({ isUnderWay: false, failure: null })
        proceed(outcome, { ...leaving, origin })
      } catch (error) {
        setState({ isUnderWay: false, failure: errorText(error) })
      }
    }
    void finish()
  }, [handover, origin, proceed])

  useEffect(() => {
    if (!refusal) return
    void import('./other-ways/other-ways.ts').then(({ redirectFailureText }) =>
      setState({ isUnderWay: false, failure: redirectFailureText(refusal) }),
    )
  }, [refusal])

  return { ...state, origin }
}
