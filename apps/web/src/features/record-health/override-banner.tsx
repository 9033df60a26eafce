import { useState } from 'react'
import { IconHandStop } from '@tabler/icons-react'
import type { ScoreDetail } from '@steward/contracts/health'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { scoreText } from '../../entities/health/index.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { agoText, exactText } from '../../components/time-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/day-text.ts'
import { toast } from '../../ui/toast.tsx'
import { useOverride } from './record-health.calls.ts'

type OverrideBannerProps = {
  override: NonNullable<ScoreDetail['override']>
  computed: number | null
  /** Absent where the reader may not change it. */
  onChange: (() => void) | undefined
}

/** That the score was set by hand, by whom, why and until when, and what the measures give. */
export function OverrideBanner({ override, computed, onChange }: OverrideBannerProps) {
  const { level, id, record } = useRecordScreen()
  const end = useOverride(level, id)
  const [isAsking, setAsking] = useState(false)
  const { score, reason, endsOn, by, at } = override

  async function finish() {
    try {
      await end.mutateAsync(null)
      toast.done('The override has ended', { subject: `override-${id}` })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `override-${id}` })
      throw error
    }
  }

  return (
    <section
      aria-label="Override"
      className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card border border-line bg-sunken px-4 py-3"
    >
      <IconHandStop size={16} className="mt-0.5 shrink-0 text-2" aria-hidden />
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <b className="font-semibold">Set to {scoreText(score)} by hand</b> until {formatDay(endsOn)}.{' '}
          {computed === null ? 'The measures give no score.' : `The measures give ${scoreText(computed)}.`}
        </p>
        <p className="wrap-anywhere">“{reason}”</p>
        <p className="text-label text-2">
          {by ? `${by.name}, ` : ''}
          <time dateTime={at} data-tooltip={exactText(at)}>
            {agoText(at)}
          </time>
        </p>
      </div>
      {onChange && (
        <div className="flex gap-2" data-print="off">
          <Button size="sm" onClick={onChange}>
            Change
          </Button>
          <Button size="sm" onClick={() => setAsking(true)}>
            End override
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="End the override?"
        description={
          computed === null
            ? `${record.globalFields.name} will have no score: its measures give none.`
            : `${record.globalFields.name} will return to its calculated score, ${scoreText(computed)}.`
        }
        action="End override"
        onConfirm={finish}
      />
    </section>
  )
}
