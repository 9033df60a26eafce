import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ImportMapping } from '@steward/contracts/import/mapping'
import type { Level } from '@steward/contracts/level'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { targetsOf } from '../mapping/column-target.ts'
import { mappingsQuery } from './saved-mapping.calls.ts'

/** The saved mappings of a level, and the fields that they may still fill. Without them there are suggestions. */
export function useSavedMappings(level: Level): {
  isLoading: boolean
  mappings: readonly ImportMapping[]
  targets: ReadonlySet<string>
} {
  const mappings = useQuery(mappingsQuery(level))
  const fields = useQuery(levelFieldsQuery(level))
  const targets = useMemo(
    () => new Set(targetsOf(level, fields.data ?? []).map(({ name }) => name)),
    [level, fields.data],
  )
  return { isLoading: mappings.isPending || fields.isPending, mappings: mappings.data ?? [], targets }
}
