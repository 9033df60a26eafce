import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ImportMapping } from '@steward/contracts/import/mapping'
import type { Level } from '@steward/contracts/level'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import type { Detection } from '../bulk.calls.ts'
import { targetsOf } from '../mapping/column-target.ts'
import { choicesFrom, choicesOf, isDecided, type Choices, type ImportDraft } from '../wizard/import-draft.ts'
import { mappingsQuery } from './saved-mapping.calls.ts'
import { choicesFromMapping, mappingFor } from './saved-mapping.ts'

/** The saved mappings of a level, and what they make of a file. Without one there are suggestions. */
export function useSavedMappings(level: Level) {
  const saved = useQuery(mappingsQuery(level))
  const fields = useQuery(levelFieldsQuery(level))
  const targets = useMemo(
    () => new Set(targetsOf(level, fields.data ?? []).map(({ name }) => name)),
    [level, fields.data],
  )
  const mappings: readonly ImportMapping[] = saved.data ?? []

  function choicesFor(mapping: ImportMapping | null, detection: Detection): Choices {
    return mapping ? choicesFromMapping(mapping, detection, targets) : choicesFrom(detection)
  }

  return {
    isLoading: saved.isPending || fields.isPending,
    mappings,
    choicesFor,
    /** The choices for a file, and the mapping that they come from: the one of its header as long as nothing was chosen. */
    choicesOf(
      draft: ImportDraft,
      detection: Detection,
    ): { choices: Choices; applied: ImportMapping | undefined } {
      if (!isDecided(draft, level, detection)) {
        const applied = mappingFor(detection, mappings)
        return { choices: choicesFor(applied ?? null, detection), applied }
      }
      const applied = mappings.find(({ mappingId }) => mappingId === draft.mappingId)
      return { choices: choicesOf(draft, level, detection), applied }
    },
  }
}
