import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ScenarioChanges } from '@steward/contracts/scenario/execution'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { readerDay } from '../../../ui/day-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { counted } from '../node/words.ts'
import { SentList } from './sent-list.tsx'
import { scenarioChangesQuery, undoScenario, useScenarioAct } from '../scenario.calls.ts'

type UndoDialogProps = { scenarioId: number; name: string; onClose: () => void }

function progressText({ changeSets, undone, undoing }: ScenarioChanges): string {
  if (undoing) return `Undoing: ${undone.toLocaleString()} of ${counted(changeSets, 'change')}`
  const left = changeSets - undone
  if (changeSets === 0) return 'The scenario has changed nothing since then.'
  if (left === 0) return 'Everything that it changed since then is undone.'
  return `${counted(left, 'change')} can be undone.`
}

/** Undoes what a stopped scenario changed since a day. */
export function UndoDialog({ scenarioId, name, onClose }: UndoDialogProps) {
  const [day, setDay] = useState<string | null>(() => readerDay(new Date()))
  const since = day === null ? null : new Date(`${day}T00:00`).toISOString()
  const { data } = useQuery({ ...scenarioChangesQuery(scenarioId, since ?? ''), enabled: since !== null })
  const undo = useScenarioAct((from: string) => undoScenario(scenarioId, from))
  const canUndo = data !== undefined && !data.undoing && data.undone < data.changeSets
  const fault = undo.error && !isSessionExpired(undo.error) ? errorText(undo.error) : null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Undo changes of “${name}”`}
      description="Values that someone changed since then are kept, and so are notes, activities and notifications."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="danger"
            busy={undo.isPending}
            disabled={!canUndo}
            onClick={() => since !== null && undo.mutate(since)}
          >
            Undo changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={fault} />
        <Field label="Since">
          <DateField value={day} onChange={setDay} />
        </Field>
        <p role="status" className="text-2">
          {data && since !== null ? progressText(data) : 'Counting…'}
        </p>
        {since !== null && <SentList scenarioId={scenarioId} since={since} />}
      </div>
    </Dialog>
  )
}
