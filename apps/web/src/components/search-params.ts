import { useCallback } from 'react'
import { useRouter, useSearch } from '@tanstack/react-router'

export type SearchParams = Readonly<Record<string, unknown>>

/** The search parameters of the page, and a way to change some of them; undefined takes one out. */
export function useSearchParams(): [
  SearchParams,
  (changes: SearchParams, options?: { replace?: boolean }) => void,
] {
  const router = useRouter()
  const search: SearchParams = useSearch({ strict: false })
  const change = useCallback(
    (changes: SearchParams, { replace = false } = {}) => {
      const next = { ...router.latestLocation.search, ...changes }
      const address = router.latestLocation.pathname + router.options.stringifySearch!(next)
      void router.navigate({ href: address, replace, resetScroll: false })
    },
    [router],
  )
  return [search, change]
}
