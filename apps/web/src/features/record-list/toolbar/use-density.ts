import { useState } from 'react'
import { readStored, writeStored } from '../../../ui/storage.ts'
import { densities, type Density } from '../list-search.ts'
import type { SetListSearch } from '../use-list-address.ts'

const key = 'steward.density'

/** The density of the address, else the one chosen last; the same for all lists. */
export function useDensity(
  fromAddress: Density | undefined,
  setSearch: SetListSearch,
): [Density, (density: Density) => void] {
  const [own, setOwn] = useState(() => densities.find((density) => density === readStored(key)) ?? 'default')
  return [
    fromAddress ?? own,
    (density) => {
      writeStored(key, density === 'default' ? null : density)
      setOwn(density)
      setSearch({ density: density === 'default' ? undefined : density }, true)
    },
  ]
}
