import { useState, type ReactNode } from 'react'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { RecordList } from '@steward/contracts/record'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { seriesClass } from '../../../ui/series.ts'
import { readStored, writeStored } from '../../../ui/storage.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { numberText } from '../../../ui/reader.ts'

type StageBarProps = {
  /** Names the place that remembers whether the bar is folded. */
  screen: string
  title: string
  list: RecordList | undefined
  lookups: ValueLookups
  /** The stages the list is filtered by. */
  chosen: readonly number[]
  onChoose: (stages: readonly number[]) => void
}

/** The total and what the server counts beside it; a stage is also a filter. */
export function StageBar({ screen, title, list, lookups, chosen, onChoose }: StageBarProps) {
  const key = `steward.stats.${screen}`
  const [folded, setFolded] = useState(() => readStored(key) === 'folded')
  const counts = new Map(
    list?.lifecycleGroupTotalItemCounts.map((group) => [group.lifecycleStageId, group.totalItemCount]),
  )

  // The server counts the stages among its figures too; here they are buttons.
  const figures = list?.statbarData.filter(({ key: name }) => !name.startsWith('stage:')) ?? [
    { key: 'total', label: `Total ${title.toLowerCase()}`, value: undefined },
  ]

  function fold() {
    writeStored(key, folded ? null : 'folded')
    setFolded(!folded)
  }

  function toggle(stage: number) {
    onChoose(chosen.includes(stage) ? chosen.filter((id) => id !== stage) : [...chosen, stage])
  }

  return (
    <section
      aria-label="Key figures"
      data-print="off"
      className={cx(
        'flex shrink-0 items-center gap-2 border-b border-line pr-4 pl-1.5',
        folded ? 'h-9' : 'h-15',
      )}
    >
      <div className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto pr-px">
        {figures.map((figure) => (
          <Figure key={figure.key} folded={folded} label={figure.label} value={figure.value} />
        ))}
        {lookups.stages.length > 0 && <span className="mx-1 h-6 w-px shrink-0 bg-line" aria-hidden />}
        {lookups.stages.map((stage) => (
          <button
            key={stage.lifecycleStageId}
            type="button"
            aria-pressed={chosen.includes(stage.lifecycleStageId)}
            onClick={() => toggle(stage.lifecycleStageId)}
            className="rounded-control text-left hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:bg-accent-soft"
          >
            <Figure
              folded={folded}
              label={stage.displayName}
              mark={<span className={cx('size-2 rounded-[2px]', seriesClass(stage.colour))} aria-hidden />}
              value={list && (counts.get(stage.lifecycleStageId) ?? 0)}
            />
          </button>
        ))}
      </div>
      <IconButton
        label={folded ? 'Show key figures' : 'Hide key figures'}
        size="sm"
        aria-expanded={!folded}
        icon={folded ? <IconChevronDown aria-hidden /> : <IconChevronUp aria-hidden />}
        onClick={fold}
      />
    </section>
  )
}

type FigureProps = { folded: boolean; label: string; mark?: ReactNode; value: number | undefined }

function Figure({ folded, label, mark, value }: FigureProps) {
  return (
    <span className={cx('flex shrink-0 px-2.5', folded ? 'h-7 items-center gap-1.5' : 'flex-col py-1')}>
      <span className="flex items-center gap-1.5 text-label whitespace-nowrap text-2">
        {mark}
        {label}
      </span>
      {value === undefined ? (
        <Skeleton className="my-1 h-4 w-12" />
      ) : (
        <span className={cx('tabular font-semibold', folded ? 'text-label' : 'text-lead')}>
          {numberText(value)}
        </span>
      )}
    </span>
  )
}
