import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { WaveState } from '@steward/contracts/plain/survey/audience'
import type { SurveyWave } from '@steward/contracts/survey/audience'
import type { Survey } from '@steward/contracts/survey/survey'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { momentText } from '../../../components/moment-text.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { audienceQuery, sendWave, stopWave, wavesQuery } from '../audience.calls.ts'
import { useSurveyAct } from '../survey.calls.ts'

const states: Readonly<Record<WaveState, { label: string; tone: Tone }>> = {
  sending: { label: 'Sending', tone: 'average' },
  finished: { label: 'Finished', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'neutral' },
}

/** Sends the survey by email, and shows what was sent before. */
export function WavesDrawer({ survey, onClose }: { survey: Survey; onClose: () => void }) {
  const { surveyId, revision } = survey
  const [isAsking, setAsking] = useState(false)
  const { data: waves } = useQuery(wavesQuery(surveyId))
  const { data: audience } = useQuery(audienceQuery(surveyId, 'mail', revision))
  const start = useSurveyAct(
    () => sendWave(surveyId),
    () => 'Sending started',
  )
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="Email waves">
      <div className="flex flex-col gap-4 p-4">
        <p className="text-2">
          A wave sends the published survey to everyone in its audience who may be asked now. No one gets it
          twice.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" busy={start.isPending} onClick={() => setAsking(true)}>
            Send wave
          </Button>
          {audience && <span className="text-2">{numberText(audience.asked)} would be asked now</span>}
        </div>
        {!waves && <Skeleton className="h-24 w-full" />}
        {waves?.length === 0 && <p className="text-2">Nothing has been sent yet.</p>}
        {waves && waves.length > 0 && (
          <ul aria-label="Waves" className="divide-y divide-line">
            {waves.map((wave) => (
              <WaveItem key={wave.waveId} surveyId={surveyId} wave={wave} />
            ))}
          </ul>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Send this survey by email?"
          description={`${numberText(audience?.asked ?? 0)} people get an email. Emails that have left can’t be called back.`}
          action="Send wave"
          onConfirm={async () => {
            await start.mutateAsync(undefined)
            setAsking(false)
          }}
        />
      )}
    </Drawer>
  )
}

function WaveItem({ surveyId, wave }: { surveyId: number; wave: SurveyWave }) {
  const { waveId, state, sent, answered, createdAt, createdBy } = wave
  const stop = useSurveyAct(
    () => stopWave(surveyId, waveId),
    () => 'Wave stopped',
  )
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
          <span className="tabular">
            {numberText(sent)} sent, {numberText(answered)} answered
          </span>
        </p>
        <p className="text-label text-2">
          {momentText(createdAt)}
          {createdBy && ` by ${createdBy.name}`}
        </p>
      </div>
      {state === 'sending' && (
        <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
          Stop
        </Button>
      )}
    </li>
  )
}
