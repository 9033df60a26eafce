import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import type { StageMove } from '@steward/contracts/stage-history'
import { errorPanelProps } from '../../../api/error-text.ts'
import { StageChip } from '../../../entities/stage/index.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { stageMovesQuery } from './stages.calls.ts'

const spans = [
  { value: 30, label: 'Last 30 days' },
  { value: 90, label: 'Last 90 days' },
  { value: 365, label: 'Last 365 days' },
]

type StageMovesProps = { level: Level; stages: readonly LifecycleStage[] }

/** How often records moved from stage to stage recently, and how long they had been there. */
export function StageMoves({ level, stages }: StageMovesProps) {
  const [days, setDays] = useState(90)
  const { data, error, refetch } = useQuery(stageMovesQuery(level, days))
  return (
    <section aria-labelledby="stage-moves" className="flex flex-col gap-3 pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-60 flex-1">
          <h2 id="stage-moves" className="text-title font-semibold">
            Moves between stages
          </h2>
          <p className="text-2">How often {level.plural} moved between stages, and the median days.</p>
        </div>
        <Select
          size="sm"
          aria-label="Period"
          value={days}
          onChange={(next) => setDays(next ?? 90)}
          options={spans}
          className="w-36"
        />
      </div>
      {error && !data ? (
        <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
      ) : (
        <Moves moves={data?.moves} stages={stages} />
      )}
    </section>
  )
}

type MovesProps = { moves: readonly StageMove[] | undefined; stages: readonly LifecycleStage[] }

function Moves({ moves, stages }: MovesProps) {
  if (!moves) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="hidden-text">Counting moves</span>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    )
  }
  if (moves.length === 0) return <p className="text-2">No stage changes in this period.</p>
  const most = Math.max(...moves.map(({ count }) => count))
  const place = new Map(stages.map(({ lifecycleStageId, order }) => [lifecycleStageId, order]))
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <table aria-labelledby="stage-moves" className="w-full text-left">
        <thead>
          <tr className="h-9 border-b border-line bg-sunken text-label text-2">
            <th scope="col" className="px-3 font-medium">
              From and to
            </th>
            <th scope="col" className="w-2/5 px-3 font-medium max-sm:w-24">
              Moves
            </th>
            <th scope="col" className="px-3 text-right font-medium whitespace-nowrap">
              Median days
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => (
            <MoveRow
              key={`${move.from?.lifecycleStageId}-${move.to?.lifecycleStageId}`}
              move={move}
              most={most}
              isBack={isBackward(move, place)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function isBackward({ from, to }: StageMove, place: ReadonlyMap<number, number>): boolean {
  const before = place.get(from?.lifecycleStageId ?? 0)
  const after = place.get(to?.lifecycleStageId ?? 0)
  return before !== undefined && after !== undefined && after < before
}

function MoveRow({ move, most, isBack }: { move: StageMove; most: number; isBack: boolean }) {
  const { from, to, count, medianDays } = move
  const Arrow = isBack ? IconArrowBackUp : IconArrowRight
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="px-3 py-2 font-normal">
        <span className="flex flex-wrap items-center gap-1.5">
          <StageOf stage={from} />
          <Arrow size={14} className="shrink-0 text-3" aria-hidden />
          <span className="hidden-text">{isBack ? 'back to' : 'to'}</span>
          <StageOf stage={to} />
        </span>
      </th>
      <td className="px-3" aria-label={numberText(count)}>
        <span className="flex items-center gap-2">
          <span className="tabular w-10 shrink-0 text-right font-medium">{numberText(count)}</span>
          <span
            aria-hidden
            className={`h-2 rounded-full max-sm:hidden ${isBack ? 'bg-edge' : 'bg-series-1'}`}
            style={{ width: `calc((100% - 3rem) * ${count / most})` }}
          />
        </span>
      </td>
      <td className="tabular px-3 text-right">{medianDays === null ? '–' : numberText(medianDays)}</td>
    </tr>
  )
}

function StageOf({ stage }: { stage: StageMove['from'] }) {
  if (!stage) return <span className="text-3">No stage</span>
  return <StageChip name={stage.displayName} colour={stage.colour} />
}
