import { useCallback } from 'react'
import { useRouter, type HistoryState } from '@tanstack/react-router'

type GoOptions = { replace?: boolean; state?: HistoryState }

/** Goes to an address from `paths`, which may carry search parameters. */
export function useGo(): (address: string, options?: GoOptions) => void {
  const router = useRouter()
  return useCallback(
    (address, { replace = false, state } = {}) => void router.navigate({ href: address, replace, state }),
    [router],
  )
}
