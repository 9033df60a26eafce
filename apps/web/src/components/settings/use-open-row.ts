import { useSearchParams } from '../search-params.ts'

/** The row that the address has open in a drawer, by its id, or `new`. */
export function useOpenRow(parameter: string) {
  const [search, change] = useSearchParams()
  return {
    opened: search[parameter],
    open: (row: number | 'new') => change({ [parameter]: row }),
    close: () => change({ [parameter]: undefined }),
  }
}
