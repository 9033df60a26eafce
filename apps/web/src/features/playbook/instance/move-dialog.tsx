import { useState } from 'react'
import type { ChangedInstance, InstanceDetail } from '@steward/contracts/playbook/instance'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { updateInstance } from '../playbook.calls.ts'
import { usePlaybookDone } from '../use-playbook-done.ts'

type Moves = ChangedInstance['moves']
type MoveDialogProps = { instance: InstanceDetail; by: 'dates' | 'version'; onClose: () => void }

const words = {
  moved: '',
  pinned: 'stays: its date was set by hand',
  added: 'new',
  removed: 'removed',
} as const
const dayText = (day: string | null) => (day ? formatDay(day) : '–')

/** Moves an instance to other dates or another version, and shows first which steps move. */
export function MoveDialog({ instance, by, onClose }: MoveDialogProps) {
  const done = usePlaybookDone()
  const [startDate, setStartDate] = useState<string | null>(instance.startDate)
  const [moves, setMoves] = useState<Moves | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const id = instance.playbookInstanceId
  const change = by === 'version' ? { version: instance.latestVersion } : startDate ? { startDate } : null

  async function send(preview: boolean) {
    if (!change) return
    setBusy(true)
    setFault(null)
    try {
      const changed = await updateInstance(id, { ...change, preview })
      if (preview) setMoves(changed.moves)
      else {
        await done(by === 'dates' ? 'Playbook rescheduled' : 'Playbook moved', changed.changeSetId)
        onClose()
      }
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={by === 'dates' ? 'Reschedule' : `Move to version ${instance.latestVersion}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!change} onClick={() => void send(moves === null)}>
            {moves === null ? 'Preview' : by === 'dates' ? 'Reschedule' : 'Move'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={fault} />
        {by === 'dates' && (
          <Field label="Start date">
            <DateField
              value={startDate}
              onChange={(day) => {
                setStartDate(day)
                setMoves(null)
              }}
            />
          </Field>
        )}
        {moves?.length === 0 && <p className="text-2">No step moves.</p>}
        {moves && moves.length > 0 && (
          <ul aria-label="Steps that move" className="divide-y divide-line border-y border-line">
            {moves.map(({ stepId, title, kind, from, to }) => (
              <li key={`${stepId}:${kind}`} className="py-1.5">
                {title}{' '}
                <span className="text-2">
                  {kind === 'moved' ? `${dayText(from)} → ${dayText(to)}` : words[kind]}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
