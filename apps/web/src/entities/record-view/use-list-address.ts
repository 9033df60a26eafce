import { useCallback, useMemo } from 'react'
import { useSearchParams } from '../../components/search-params.ts'
import { readListSearch, writeListSearch, type ListBase, type ListSearch } from './list-search.ts'

/** Changes a part of the address; `replace` where Back should not stop. */
export type SetListSearch = (change: Partial<ListSearch>, replace?: boolean) => void

/** What the address says about the list, and how to say it otherwise. */
export function useListAddress(base: ListBase): [ListSearch, SetListSearch] {
  const [raw, setRaw] = useSearchParams()
  const search = useMemo(() => readListSearch(raw, base), [raw, base])
  const set = useCallback(
    (change: Partial<ListSearch>, replace = false) => setRaw(writeListSearch(change, base), { replace }),
    [setRaw, base],
  )
  return [search, set]
}
