import { useId } from 'react'
import { IconAlertCircle, IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react'
import type { HealthMetric } from '@steward/contracts/health'
import { periodWords, shareText } from '../../../entities/health/index.ts'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, type useDragOrder } from '../../../components/order/use-drag-order.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { GroupDraft, MeasureDraft } from '../model/draft-model.rules.ts'
import type { Problems } from '../model/problems.rules.ts'
import { MeasureForm } from './measure-form.tsx'

type MeasureCardProps = {
  measure: MeasureDraft
  metrics: readonly HealthMetric[]
  groups: readonly GroupDraft[]
  /** Of the score, 0 to 1. */
  share: number
  problems: Problems
  problemCount: number
  isOpen: boolean
  onOpen: (open: boolean) => void
  drag: ReturnType<ReturnType<typeof useDragOrder>>
  onMove: (by: 1 | -1) => void
  onChange: (change: Partial<MeasureDraft>) => void
  onRemove: () => void
}

/** One measure: a line, and under it its form while it is open. */
export function MeasureCard(props: MeasureCardProps) {
  const { measure, metrics, share, problemCount, isOpen, onOpen, drag, onMove, onRemove } = props
  const id = useId()
  const name = nameOf(measure)
  const metric = metrics.find(({ key }) => key === measure.metric)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li
      {...drag.row}
      aria-label={name}
      className={cx(
        'rounded-card border border-line bg-surface',
        dropEdge,
        problemCount > 0 && 'border-poor',
      )}
    >
      <div className="flex min-h-14 items-center gap-1.5 py-1.5 pr-2 pl-2">
        <DragHandle name={name} dragging={drag.handle} onMove={onMove} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-control py-1 text-left"
        >
          <Chevron size={16} className="shrink-0 text-2" aria-hidden />
          <span className="min-w-0 flex-1">
            <Line {...props} metric={metric} />
          </span>
          <span className="tabular shrink-0 text-right">
            <span className="block font-medium">{shareText(share)}</span>
            <span className="block text-label text-2">of the score</span>
          </span>
        </button>
        <IconButton size="sm" label={`Delete ${name}`} icon={<IconTrash aria-hidden />} onClick={onRemove} />
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <MeasureForm {...props} metric={metric} />}
      </div>
    </li>
  )
}

const nameOf = ({ name }: MeasureDraft) => name.trim() || 'New measure'

/** What is measured, over which time, by how many thresholds, and in which group. */
function factsOf(
  { metric: key, period, rules, groupId, supporting }: MeasureDraft,
  groups: readonly GroupDraft[],
) {
  return [
    key === null && 'No metric chosen',
    supporting && 'supporting',
    period && periodWords[period],
    rules.length === 1 ? '1 threshold' : `${rules.length} thresholds`,
    groups.find((group) => group.groupId === groupId)?.name,
  ].filter(Boolean)
}

type LineProps = Pick<MeasureCardProps, 'measure' | 'groups' | 'problemCount'> & {
  metric: HealthMetric | undefined
}

function Line({ measure, groups, problemCount, metric }: LineProps) {
  const gone = measure.metric !== null && !metric ? 'Its metric was deleted' : undefined
  const facts = [metric?.displayName ?? gone, ...factsOf(measure, groups)].filter(Boolean)
  return (
    <>
      <span className={cx('block truncate font-medium', !measure.name.trim() && 'text-2')}>
        {nameOf(measure)}
      </span>
      <span className="block truncate text-label text-2">{facts.join(' · ')}</span>
      {problemCount > 0 && (
        <span className="flex items-center gap-1 text-label text-poor">
          <IconAlertCircle size={14} className="shrink-0" aria-hidden />
          {problemCount === 1 ? '1 problem to fix' : `${problemCount} problems to fix`}
        </span>
      )}
    </>
  )
}
