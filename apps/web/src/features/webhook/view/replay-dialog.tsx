import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { readerDay } from '../../../ui/day-text.ts'
import { Field } from '../../../ui/field.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { replay, useWebhookAct, type Replay } from '../webhook.calls.ts'

type Kind = 'failures' | 'everything'

const day = 24 * 3600_000
const dayBefore = (days: number) => readerDay(new Date(Date.now() - days * day))
const startOf = (text: string) => new Date(`${text}T00:00:00Z`)

/** Both days included, in UTC. */
function askedFor(kind: Kind, from: string, to: string): Replay {
  if (kind === 'failures') return { failedSince: startOf(from).toISOString() }
  return { from: startOf(from).toISOString(), to: new Date(startOf(to).getTime() + day).toISOString() }
}

function doneText(deliveries: number | null): string {
  if (deliveries === null) return 'Replay started'
  if (deliveries === 0) return 'There is nothing to replay'
  return deliveries === 1 ? 'Replaying 1 delivery' : `Replaying ${numberText(deliveries)} deliveries`
}

/** Sends again what failed since a day, or everything of some days. */
export function ReplayDialog({ webhookId, onClose }: { webhookId: number; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('failures')
  const [from, setFrom] = useState(() => dayBefore(7))
  const [to, setTo] = useState(() => dayBefore(0))
  const act = useWebhookAct((body: Replay) => replay(webhookId, body), doneText)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Replay deliveries"
      description="Replays have the same ids as before and are marked as replayed, so that the endpoint can skip what it has."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={act.isPending}
            onClick={() => act.mutate(askedFor(kind, from, to), { onSuccess: onClose })}
          >
            Replay
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented<Kind>
          label="What to replay"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'failures', label: 'What failed' },
            { value: 'everything', label: 'Everything' },
          ]}
        />
        <div className="flex flex-wrap gap-4">
          <Field label={kind === 'failures' ? 'Since (UTC)' : 'From (UTC)'} className="w-40">
            <DateField value={from} max={to} onChange={(next) => next && setFrom(next)} />
          </Field>
          {kind === 'everything' && (
            <Field label="To (UTC)" className="w-40">
              <DateField value={to} min={from} onChange={(next) => next && setTo(next)} />
            </Field>
          )}
        </div>
      </div>
    </Dialog>
  )
}
