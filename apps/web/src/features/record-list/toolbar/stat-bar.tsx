import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { levelTitle } from '../../../entities/level/index.ts'
import type { RecordView } from '../../../entities/record/index.ts'
import { ChooseWidgets, figuresQuery } from '../../../entities/stat-bar/index.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { numberText } from '../../../ui/reader.ts'
import { seriesClass } from '../../../ui/series.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { readStored, writeStored } from '../../../ui/storage.ts'
import { Figure, StatFigure } from './stat-figure.tsx'

type StatBarProps = {
  level: Level
  view: RecordView
  /** How many match; undefined until the first rows are there. */
  total: number | undefined
  /** The list whose stages are counted: that of the view without its filter by stage. */
  list: RecordList | undefined
  lookups: ValueLookups
  /** The stages the list is filtered by. */
  chosen: readonly number[]
  onChoose: (stages: readonly number[]) => void
}

/** The widgets that are shown while those that its reader chose are on their way. */
const usual = ({ id }: Level) => (id < 3 ? ['1', '2', '3', '4', 'stages'] : [id === 3 ? 'stages' : '1'])

/** The figures that its reader chose, of all that matches; a stage is also a filter. */
export function StatBar({ level, view, total, list, lookups, chosen, onChoose }: StatBarProps) {
  const key = `steward.stats.${level.plural}-list`
  const [folded, setFolded] = useState(() => readStored(key) === 'folded')
  const { data, isError } = useQuery(figuresQuery(level, view))
  const widgets = data?.widgets ?? (isError ? ['stages'] : usual(level))

  function fold() {
    writeStored(key, folded ? null : 'folded')
    setFolded(!folded)
  }

  function widget(name: string, at: number) {
    if (name === 'stages') {
      return (
        <Stages
          key={name}
          isFirst={at === 0}
          folded={folded}
          list={list}
          lookups={lookups}
          chosen={chosen}
          onChoose={onChoose}
        />
      )
    }
    if (name === 'total') {
      const label = `Total ${levelTitle(level).toLowerCase()}`
      return (
        <Figure
          key={name}
          folded={folded}
          label={label}
          value={total === undefined ? undefined : numberText(total)}
        />
      )
    }
    const stat = data?.figures.find((figure) => figure.key === name)
    return stat ? (
      <StatFigure key={name} stat={stat} folded={folded} lookups={lookups} />
    ) : (
      <Figure key={name} folded={folded} label={<Skeleton className="h-4 w-20" />} value={undefined} />
    )
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
      <div className="fades flex min-w-0 flex-1 items-center gap-1 overflow-x-auto pr-5">
        {widgets.map(widget)}
        {isError && <span className="px-2.5 text-label text-2">The figures could not be loaded.</span>}
      </div>
      <div className="flex shrink-0 items-center">
        <ChooseWidgets scope="list" level={level} />
        <IconButton
          label={folded ? 'Show key figures' : 'Hide key figures'}
          size="sm"
          aria-expanded={!folded}
          icon={folded ? <IconChevronDown aria-hidden /> : <IconChevronUp aria-hidden />}
          onClick={fold}
        />
      </div>
    </section>
  )
}

type StagesProps = Pick<StatBarProps, 'list' | 'lookups' | 'chosen' | 'onChoose'> & {
  isFirst: boolean
  folded: boolean
}

/** How many are in each stage; pressed, a stage filters. */
function Stages({ isFirst, folded, list, lookups, chosen, onChoose }: StagesProps) {
  const counts = new Map(
    list?.lifecycleGroupTotalItemCounts.map((group) => [group.lifecycleStageId, group.totalItemCount]),
  )

  function toggle(stage: number) {
    onChoose(chosen.includes(stage) ? chosen.filter((id) => id !== stage) : [...chosen, stage])
  }

  if (lookups.stages.length === 0) return null
  return (
    <>
      {!isFirst && <span className="mx-1 h-6 w-px shrink-0 bg-line" aria-hidden />}
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
            value={list && numberText(counts.get(stage.lifecycleStageId) ?? 0)}
          />
        </button>
      ))}
    </>
  )
}
