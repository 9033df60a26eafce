import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import type { LevelField } from '../../entities/field/index.ts'
import {
  createRecord,
  putRecord,
  recordId,
  recordQuery,
  refreshRecords,
  updateRecord,
  type WrittenRecord,
} from '../../entities/record/index.ts'
import { useDone } from '../../entities/change-set/index.ts'
import { type ValueLookups, valueOf } from '../../entities/value/index.ts'
import { toast } from '../../ui/toast-store.ts'
import { readValues } from './form-values.ts'
import { focusFirstProblem, type RecordFormState } from './use-record-form.ts'

/** Fields that someone else changed while the form was open. */
export type FormConflict = { theirs: RecordBody; fields: readonly LevelField[] }

type Source = {
  level: Level
  id: number | null
  fields: readonly LevelField[]
  lookups: ValueLookups
  state: RecordFormState
  onSaved: (written: WrittenRecord) => void
}

const isVisible = (written: WrittenRecord): boolean => written.isVisible !== false

/** Sends the form, and puts what the server refuses under the fields. */
export function useSubmitRecord({ level, id, fields, lookups, state, onSaved }: Source) {
  const client = useQueryClient()
  const done = useDone()
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<FormConflict | null>(null)
  const { form, changed } = state

  async function send(since: number | undefined): Promise<WrittenRecord | null> {
    const values = form.getValues()
    if (id === null) return createRecord(level, fields, readValues(fields, values, lookups))
    const different = changed()
    return different.length === 0
      ? null
      : updateRecord(level, id, readValues(different, values, lookups), since)
  }

  async function explain(error: ApiError): Promise<void> {
    const told = error.fields ?? {}
    const wrong = fields.filter(({ name }) => told[name])
    if (error.reason === 'record.changed' && id !== null) {
      const theirs = await client.fetchQuery({ ...recordQuery(level, id), staleTime: 0 })
      return setConflict({ theirs, fields: wrong })
    }
    for (const { name } of wrong) form.setError(name, { type: 'server', message: told[name] })
    focusFirstProblem(fields, (name) => told[name] !== undefined)
    // What is under a field need not be above the form too.
    const others = Object.entries(told).filter(([name]) => !wrong.some((field) => field.name === name))
    const text = others.map(([, message]) => message).join(' ')
    setFailure(wrong.length > 0 ? text || null : errorText(error))
  }

  async function submit(since = state.since()): Promise<void> {
    setFailure(null)
    setConflict(null)
    try {
      const written = await send(since)
      if (!written)
        return onSaved({
          data: client.getQueryData(recordQuery(level, id ?? 0).queryKey)!,
          changeSetId: null,
        })
      if (isVisible(written)) putRecord(client, level, written.data)
      void refreshRecords(client, level)
      const { name } = written.data.globalFields
      const subject = `record-${recordId(level, written.data)}`
      const text = id === null ? `${name} created` : `${name} saved`
      if (isVisible(written)) done(text, written.changeSetId, subject)
      else toast.info(`${text}. Only its owners can see this ${level.name}.`, { subject })
      onSaved(written)
    } catch (error) {
      if (isSessionExpired(error)) return
      if (error instanceof ApiError) await explain(error)
      else setFailure(errorText(error))
    }
  }

  /** Sends what has no problems, as changed from the version. */
  const checked = (since?: number) =>
    form.handleSubmit(
      () => submit(since),
      (errors) => focusFirstProblem(fields, (name) => errors[name] !== undefined),
    )

  return {
    failure,
    conflict,
    submit: checked(),
    keepMine: checked(conflict?.theirs.version),
    takeTheirs() {
      if (!conflict) return
      for (const field of conflict.fields) {
        form.setValue(field.name, valueOf(conflict.theirs, field), { shouldDirty: true })
      }
      setConflict(null)
    },
  }
}
