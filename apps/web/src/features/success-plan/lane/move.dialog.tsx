import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PlanMove } from '@steward/contracts/success-plan/move'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSaving } from '../use-saving.ts'
import { moveMilestone, moveQuery } from './move.calls.ts'

interface MoveDialogProps {
  planId: number
  itemId: number
  name: string
  /** By which it is moved at first. */
  days: number
  onClose: () => void
}

/** Shows what moves with a milestone before anything is written. */
export function MoveDialog({ planId, itemId, name, days: first, onClose }: MoveDialogProps) {
  const [typed, setTyped] = useState(first)
  const [withFollowing, setWithFollowing] = useState(true)
  const { save, busy, alert, faults } = useSaving()
  const days = Number.isInteger(typed) ? typed : 0
  const body = { days, withFollowing }
  const { data: move, error } = useQuery(moveQuery(planId, itemId, body))

  async function submit() {
    const written = await save(`${name} moved`, () => moveMilestone(planId, itemId, body))
    if (written) onClose()
  }

  return (
    <Dialog
      open
      width={520}
      title={`Move ${name}`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={days === 0 || !move} onClick={() => void submit()}>
            Move milestone
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={alert ?? (error ? errorText(error) : null)} />
        <DaysField value={typed} fault={faults['days']} onChange={setTyped} />
        {move && move.following > 0 && (
          <Switch
            label={`Move the ${move.following === 1 ? 'milestone' : `${move.following} milestones`} after it as well`}
            checked={withFollowing}
            onCheckedChange={setWithFollowing}
          />
        )}
        {move && <Moving move={move} />}
      </div>
    </Dialog>
  )
}

interface DaysFieldProps {
  value: number
  fault: string | undefined
  onChange: (days: number) => void
}

function DaysField({ value, fault, onChange }: DaysFieldProps) {
  const isWhole = Number.isInteger(value)
  return (
    <Field
      label="Days later"
      help="A negative number moves it earlier."
      error={fault ?? (isWhole ? undefined : 'Enter a whole number of days.')}
    >
      <NumberField
        className="max-w-40"
        decimals={0}
        suffix="days"
        value={value}
        onChange={(days) => onChange(days ?? 0)}
      />
    </Field>
  )
}

const spanText = ({ startDate, dueDate }: PlanMove['milestones'][number]['to']): string =>
  [startDate, dueDate].flatMap((day) => (day === null ? [] : [formatDay(day)])).join(' – ')

function Moving({ move }: { move: PlanMove }) {
  return (
    <section aria-label="Preview" className="flex max-h-80 flex-col gap-2 overflow-y-auto">
      <ul aria-label="Milestones that move" className="divide-y divide-line border-y border-line">
        {move.milestones.map(({ itemId, name, from, to }) => (
          <li key={itemId} className="py-2">
            <span className="font-medium">{name}</span>
            <p className="text-label text-2">
              {spanText(from)} → {spanText(to)}
            </p>
          </li>
        ))}
      </ul>
      {move.tasks.length > 0 && (
        <ul aria-label="Tasks that move" className="flex flex-col gap-1 text-label">
          {move.tasks.map(({ taskId, title, from, to }) => (
            <li key={taskId}>
              {title}{' '}
              <span className="text-2">
                {formatDay(from)} → {formatDay(to)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {move.endsAfterPlan && (
        <p className="text-label text-average">It then ends after the plan, which keeps its due date.</p>
      )}
    </section>
  )
}
