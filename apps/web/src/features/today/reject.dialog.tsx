import { useState, type FormEvent } from 'react'
import { todayLimits, type TodaySource } from '@steward/contracts/plain/today'
import type { TodayCard } from '@steward/contracts/today'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useReject } from './today.calls.ts'

type RejectDialogProps = { card: TodayCard; source: TodaySource; onClose: () => void }

/** Asks in people's own words why a card was not useful. */
export function RejectDialog({ card, source, onClose }: RejectDialogProps) {
  const [comment, setComment] = useState('')
  const reject = useReject()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reject.isPending) return
    reject.mutate({ key: card.key, source, reason: 'other', comment }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Why is ${card.title} not useful here?`}
      description="Administrators read it, without your name, where they set what Today weighs."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="reject" busy={reject.isPending}>
            Send
          </Button>
        </>
      }
    >
      <form id="reject" onSubmit={submit}>
        <Field label="Reason">
          <Textarea
            rows={3}
            maxLength={todayLimits.feedback}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
