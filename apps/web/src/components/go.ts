import { useCallback } from 'react'
import { useRouter } from '@tanstack/react-router'

/** Goes to an address from `paths`, which may carry search parameters. */
export function useGo(): (address: string, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback(
    (address, { replace = false } = {}) => void router.navigate({ href: address, replace }),
    [router],
  )
}
