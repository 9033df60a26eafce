import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ImportMapping } from '@steward/contracts/import/mapping'
import type { EarlierMapping } from '@steward/contracts/sheet'
import type { Level } from '@steward/contracts/level'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import type { Detection } from '../bulk.calls.ts'
import { targetsOf, withFirstOptions } from '../mapping/column-target.ts'
import {
  choicesFrom,
  choicesOf,
  decide,
  isDecided,
  type Choices,
  type ImportDraft,
} from '../wizard/import-draft.ts'
import { mappingsQuery } from './saved-mapping.calls.ts'
import { choicesFromMapping, mappingFor } from './saved-mapping.ts'

export interface Remembered {
  choices: Choices
  applied: ImportMapping | undefined
  earlier: EarlierMapping | undefined
}

/** The draft after a decision; a key that was remembered is kept like one that was chosen. */
export function decideOn(
  draft: ImportDraft,
  { choices, applied, earlier }: Remembered,
  change: Partial<Choices>,
): Pick<ImportDraft, 'choices' | 'keyChosen' | 'mappingId'> {
  const keyChosen = draft.keyChosen || applied !== undefined || earlier !== undefined
  return { ...decide({ ...draft, keyChosen }, choices, change), mappingId: applied?.mappingId ?? null }
}

/** The saved mappings of a level, and what they make of a file. Without one there are suggestions. */
export function useSavedMappings(level: Level) {
  const saved = useQuery(mappingsQuery(level))
  const fields = useQuery(levelFieldsQuery(level))
  const fillable = useMemo(() => targetsOf(level, fields.data ?? []), [level, fields.data])
  const targets = useMemo(() => new Set(fillable.map(({ name }) => name)), [fillable])
  const mappings: readonly ImportMapping[] = saved.data ?? []

  function choicesFor(from: Pick<ImportMapping, 'choices'> | null, detection: Detection): Choices {
    const choices = from ? choicesFromMapping(from, detection, targets) : choicesFrom(detection)
    return { ...choices, columns: withFirstOptions(choices.columns, fillable) }
  }

  return {
    isLoading: saved.isPending || fields.isPending,
    mappings,
    choicesFor,
    /**
     * The choices for a file, and where they come from. As long as nothing was chosen, it is the saved mapping of its
     * header, or else the last import of these columns.
     */
    choicesOf(draft: ImportDraft, detection: Detection): Remembered {
      if (isDecided(draft, level, detection)) {
        const applied = mappings.find(({ mappingId }) => mappingId === draft.mappingId)
        return { choices: choicesOf(draft, level, detection), applied, earlier: undefined }
      }
      const applied = mappingFor(detection, mappings)
      const earlier = (applied ? null : detection.earlier) ?? undefined
      return { choices: choicesFor(applied ?? earlier ?? null, detection), applied, earlier }
    },
  }
}
