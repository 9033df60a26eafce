import { useCallback, useState } from 'react'
import type { Field } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useSaveField } from '../field-admin.calls.ts'
import {
  bodyOf,
  draftOf,
  isBlocked,
  optionProblems,
  problemsOf,
  type DraftOption,
  type DraftProblems,
  type FieldDraft,
} from './field-draft.ts'

type Refusal = { text: string; fields: Readonly<Record<string, string>> }

function readRefusal(error: unknown): Refusal {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return { text: errorText(error), fields }
}

function failureOf(refusal: Refusal | null): string | null {
  return refusal && Object.keys(refusal.fields).length === 0 ? refusal.text : null
}

const filterProblem = ({ filter }: DraftProblems): Record<string, string> =>
  filter ? { 'rollup.filter': filter } : {}

/** The state of the form of a field: what is in it, what is wrong with it, and sending it. */
export function useFieldForm(level: Level, field: Field | null, onSaved: () => void) {
  const [start] = useState(() => draftOf(level.id, field))
  const [draft, setDraft] = useState<FieldDraft>(start)
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isFaulty, setFaulty] = useState(false)
  const save = useSaveField(level)
  /** The same function each time, so that a long list of options is not drawn again for one of them. */
  const changeOptions = useCallback((update: (options: readonly DraftOption[]) => readonly DraftOption[]) => {
    setRefusal(null)
    setDraft((now) => ({ ...now, options: update(now.options) }))
  }, [])
  const found = problemsOf(draft)
  const refused = refusal?.fields ?? {}
  const options = { ...optionProblems(draft, refused), ...found.options }

  return {
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(start),
    isBusy: save.isPending,
    /** What is under the controls. */
    problems: {
      displayName: (isTried ? found.displayName : undefined) ?? refused['displayName'] ?? refused['name'],
      dataType: refused['dataType'],
      description: refused['description'],
      formula:
        (isTried ? found.formula : undefined) ??
        refused['calculatedFields.formula'] ??
        refused['calculatedFields'],
      picklist: refused['picklistDefinition'],
      options,
      server: { ...refused, ...(isTried && filterProblem(found)) },
    },
    /** What is above the form, where no control is to blame. */
    failure: failureOf(refusal),
    changeOptions,
    /** Whether the formula that is written cannot be calculated. */
    setFaulty,
    change(change: Partial<FieldDraft>) {
      setRefusal(null)
      setDraft((now) => ({ ...now, ...change }))
    },
    /** False while the form has errors. */
    async submit(): Promise<boolean> {
      setTried(true)
      if (isBlocked(found)) return false
      // The editor of the formula shows what is wrong with it, where it stands.
      if (draft.way === 'horizontal' && isFaulty) return false
      try {
        const saved = await save.mutateAsync({
          id: field?.customColumnId ?? null,
          body: bodyOf(draft, field),
        })
        const subject = `field-${saved.customColumnId}`
        toast.done(field ? `${saved.displayName} saved` : `${saved.displayName} created`, { subject })
        onSaved()
        return true
      } catch (error) {
        if (!isSessionExpired(error)) setRefusal(readRefusal(error))
        return false
      }
    },
  }
}

export type FieldForm = ReturnType<typeof useFieldForm>
