import { useMemo, useState } from 'react'
import type { FieldMapping } from '@steward/contracts/field-layout'
import type { Level } from '@steward/contracts/level'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useDirty } from '../../../ui/dirty.ts'
import { toast } from '../../../ui/toast.tsx'
import { useUpdateMappings, type FieldMappings } from '../field-admin.calls.ts'
import { changesOf, noMapping, problemsOf, type MappedField, type MappingDraft } from './mapping-model.ts'

/** What the server refused, by the API name of the field. */
function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const entries = Object.entries(error.fields ?? {}).map(([path, text]) => {
    return [path.replace(/^data\./, '').replace(/\.externalNames.*$/, ''), text] as const
  })
  return Object.fromEntries(entries)
}

/** The mapping as it is being changed, beside what is saved. */
export function useMappingDraft(level: Level, fields: readonly MappedField[], saved: FieldMappings) {
  const [edits, setEdits] = useState<MappingDraft>({})
  const [refused, setRefused] = useState<Record<string, string>>({})
  const save = useUpdateMappings(level)
  const draft = useMemo(() => ({ ...saved, ...edits }), [saved, edits])
  const changes = changesOf(draft, saved)
  const isDirty = Object.keys(changes).length > 0
  useDirty(isDirty)
  const problems = { ...refused, ...problemsOf(draft, fields) }

  return {
    draft,
    problems,
    isDirty,
    isBusy: save.isPending,
    hasProblem: Object.keys(problemsOf(draft, fields)).length > 0,
    change(name: string, change: Partial<FieldMapping>) {
      setRefused({})
      setEdits({ ...edits, [name]: { ...noMapping, ...draft[name], ...change } })
    },
    discard() {
      setRefused({})
      setEdits({})
    },
    async submit() {
      try {
        await save.mutateAsync(changes)
        setEdits({})
        toast.done('Mapping saved', { subject: 'field-mapping' })
      } catch (error) {
        setRefused(refusedFields(error))
        if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'field-mapping' })
      }
    },
  }
}
