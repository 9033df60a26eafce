import { useCallback, useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import { errorText } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { rememberUndo, useDone } from '../../../entities/change-set/index.ts'
import { savedLabel, useFieldSaver, type ValueLookups } from '../../../entities/value/index.ts'
import { toast } from '../../../ui/toast.tsx'

/** What was changed and what was undone is shown in one place, the latest only. */
export const changeSubject = 'change'

/** Someone else changed the field in the meantime. */
export interface EditConflict {
  field: LevelField
  mine: FieldValue | null
  theirs: RecordBody
}

export interface RecordEdits {
  save: (record: RecordBody, field: LevelField, value: FieldValue | null) => void
  conflict: EditConflict | null
  keepMine: () => void
  takeTheirs: () => void
}

/** Edits in the cells of a list; a change that `moves` the row out of sight is announced. */
export function useRecordEdits(
  level: Level,
  lookups: ValueLookups,
  moves: (field: LevelField) => boolean,
): RecordEdits {
  const done = useDone()
  const [conflict, setConflict] = useState<EditConflict | null>(null)

  const send = useFieldSaver(level, {
    lookups,
    onSaved(change, answer) {
      const { changeSetId } = answer
      if (changeSetId === null) return
      const label = savedLabel(change, answer)
      if (moves(change.field)) done(`${label} saved`, changeSetId, changeSubject)
      else rememberUndo({ changeSetId, label, subject: changeSubject })
    },
    onConflict: ({ field, value }, theirs) => setConflict({ field, mine: value, theirs }),
    onRefused: (change, error) =>
      toast.error(errorText(error), { subject: changeSubject, retry: () => send(change) }),
  })
  const save = useCallback<RecordEdits['save']>(
    (record, field, value) => send({ record, field, value }),
    [send],
  )

  return {
    save,
    conflict,
    takeTheirs: () => setConflict(null),
    keepMine() {
      if (conflict) save(conflict.theirs, conflict.field, conflict.mine)
      setConflict(null)
    },
  }
}
