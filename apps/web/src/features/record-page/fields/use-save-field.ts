import { useCallback, useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { FieldValue } from '@steward/contracts/value'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { recordQuery } from '../../../entities/record/index.ts'
import type { FieldProblem, FieldSaving } from '../../../entities/record-screen/index.ts'
import { rememberUndo } from '../../../entities/change-set/index.ts'
import { savedLabel, useFieldSaver, type ValueLookups } from '../../../entities/value/index.ts'

/** Saves single fields of one record, and keeps the outcome of those that failed. */
export function useSaveField(level: Level, id: number, lookups: ValueLookups): FieldSaving {
  const client = useQueryClient()
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({})

  const put = useCallback((field: LevelField, problem: FieldProblem | undefined) => {
    setProblems((before) => {
      const { [field.name]: _, ...others } = before
      return problem ? { ...others, [field.name]: problem } : others
    })
  }, [])

  const send = useFieldSaver(level, {
    lookups,
    onSaved(save, answer) {
      const { changeSetId } = answer
      if (changeSetId === null) return
      rememberUndo({ changeSetId, label: savedLabel(save, answer), subject: `record-${id}` })
    },
    onConflict: ({ field, value }, { version }, error) =>
      put(field, { kind: 'changed', text: errorText(error), value, version }),
    onRefused({ record, field, value, version = record.version }, error) {
      const told = error instanceof ApiError ? error.fields?.[field.name] : undefined
      put(field, { kind: 'refused', text: told ?? errorText(error), value, version })
    },
  })

  const save = useCallback(
    (field: LevelField, value: FieldValue | null, version: number) => {
      const record = client.getQueryData(recordQuery(level, id).queryKey)
      if (!record) return
      put(field, undefined)
      send({ record, field, value, version })
    },
    [client, level, id, put, send],
  )
  const dismiss = useCallback((field: LevelField) => put(field, undefined), [put])

  return useMemo(() => ({ problems, save, dismiss }), [problems, save, dismiss])
}
