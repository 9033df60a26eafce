import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { HealthModelState, HealthTrial } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { agoText } from '../../../components/time-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MoveMatrix } from './move-matrix.tsx'
import { MovedRecords } from './moved-records.tsx'
import { trialQuery, useStartTrial, type Move } from './trial.calls.ts'

type TryAllProps = { level: Level; state: HealthModelState }

/** The draft on all records: how many change their color, from which to which, and who they are. */
export function TryAll({ level, state }: TryAllProps) {
  const { data: trial, error, refetch } = useQuery(trialQuery(level))
  if (trial === undefined) {
    if (error) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
    return <Skeleton className="h-5 w-64" />
  }
  return <Trial level={level} state={state} trial={trial} />
}

const isOutdated = (trial: HealthTrial, { revision }: HealthModelState) =>
  trial.revision !== revision || trial.state === 'outdated'

type TrialProps = TryAllProps & { trial: HealthTrial | null }

function Trial({ level, state, trial }: TrialProps) {
  const start = useStartTrial(level)
  const isOld = trial !== null && isOutdated(trial, state)
  const isRunning = trial?.state === 'running'
  return (
    <div className="flex flex-col gap-4">
      <FormAlert text={problemOf(start.error, trial)} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={isRunning && !isOld}
          onClick={() => start.mutate(state.revision)}
        >
          {trial ? 'Try again' : `Try on all ${level.plural}`}
        </Button>
        {trial && <State trial={trial} isOld={isOld} />}
      </div>
      {isRunning && <Running trial={trial} />}
      {trial?.state === 'done' && !isOld && <Outcome key={trial.trialId} level={level} trial={trial} />}
    </div>
  )
}

function problemOf(error: unknown, trial: HealthTrial | null): string | null {
  if (error && !isSessionExpired(error)) return errorText(error)
  return trial?.state === 'failed' ? 'The trial was interrupted. Start it again.' : null
}

function State({ trial, isOld }: { trial: HealthTrial; isOld: boolean }) {
  if (trial.state === 'running') return null
  return (
    <span className="text-label text-2">
      {isOld ? 'The draft has changed since the last trial.' : `Tried ${agoText(trial.startedAt)}.`}
    </span>
  )
}

function Outcome({ level, trial }: { level: Level; trial: HealthTrial }) {
  const [move, setMove] = useState<Move | null>(null)
  return (
    <>
      <p role="status">
        <b className="tabular font-semibold">{numberText(trial.changed)}</b> of {numberText(trial.total)}{' '}
        {level.plural} change their score band.
      </p>
      <MoveMatrix trial={trial} chosen={move} onChoose={setMove} />
      {move && (
        <MovedRecords key={`${move.from}-${move.to}`} level={level} trialId={trial.trialId} move={move} />
      )}
    </>
  )
}

function Running({ trial: { done, total } }: { trial: HealthTrial }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="tabular text-label text-2" role="status">
        {numberText(done)} of {numberText(total)}
      </p>
      <ProgressBar value={done} max={total} label="Trial" />
    </div>
  )
}
