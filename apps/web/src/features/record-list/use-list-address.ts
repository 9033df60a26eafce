import { useCallback, useMemo } from 'react'
import type { Level } from '@steward/contracts/level'
import { useSearchParams } from '../../components/search-params.ts'
import { readListSearch, writeListSearch, type ListSearch } from './list-search.ts'

/** Changes a part of the address; `replace` where Back should not stop. */
export type SetListSearch = (change: Partial<ListSearch>, replace?: boolean) => void

/** What the address says about the list, and how to say it otherwise. */
export function useListAddress(level: Level): [ListSearch, SetListSearch] {
  const [raw, setRaw] = useSearchParams()
  const search = useMemo(() => readListSearch(raw, level), [raw, level])
  const set = useCallback(
    (change: Partial<ListSearch>, replace = false) => setRaw(writeListSearch(change, level), { replace }),
    [setRaw, level],
  )
  return [search, set]
}
