import { useEffect, useState } from 'react'
import type { Option } from './option.ts'

export type LoadOptions = (query: string, signal: AbortSignal) => Promise<readonly Option[]>

type Loaded = {
  items: readonly Option[]
  /** loading: the items are those of the query before. */
  state: 'ready' | 'loading' | 'failed'
}

const debounce = 150

/** Asks for the options that match while `active`; the answers of before stay until new ones are there. */
export function useLoadedOptions(load: LoadOptions | undefined, query: string, active: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded & { of?: string }>({ items: [], state: 'loading' })
  useEffect(() => {
    if (!load || !active) return
    const abort = new AbortController()
    const timer = window.setTimeout(
      () => {
        setLoaded(({ items }) => ({ items, state: 'loading' }))
        load(query, abort.signal).then(
          (items) => !abort.signal.aborted && setLoaded({ items, state: 'ready', of: query }),
          () => !abort.signal.aborted && setLoaded({ items: [], state: 'failed', of: query }),
        )
      },
      query ? debounce : 0,
    )
    return () => {
      window.clearTimeout(timer)
      abort.abort()
    }
  }, [load, query, active])
  return loaded.of === query ? loaded : { ...loaded, state: 'loading' }
}
