import { useId } from 'react'
import { IconAlertCircle, IconArchive, IconArchiveOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { churnReasonLimits } from '@steward/contracts/churn-reason'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { numberText } from '../../../ui/reader.ts'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, type useDragOrder } from '../../../components/order/use-drag-order.ts'
import type { DraftReason } from './reason-model.ts'

export type ReasonActs = {
  change: (key: string, change: Partial<DraftReason>) => void
  remove: (key: string) => void
  move: (reason: DraftReason, by: 1 | -1) => void
  addBelow: (key: string) => void
}

type ReasonRowProps = {
  reason: DraftReason
  isBelow: boolean
  isRetiredAbove: boolean
  /** Records that use it or one below it. */
  held: number
  problem: string | undefined
  drag: ReturnType<ReturnType<typeof useDragOrder>>
  acts: ReasonActs
}

/** One reason: its place and name, how many records use it, and the ways to retire it or take it out. */
export function ReasonRow({ reason, isBelow, isRetiredAbove, held, problem, drag, acts }: ReasonRowProps) {
  const { key, name, retired, records } = reason
  const problemId = useId()
  const label = name || 'New reason'
  const isOut = retired || isRetiredAbove
  return (
    <div {...drag.row} className={cx('flex flex-col gap-1 px-2', isBelow ? 'py-0.5 pl-8' : 'py-2', dropEdge)}>
      <div className="flex items-center gap-1">
        <DragHandle name={label} dragging={drag.handle} onMove={(by) => acts.move(reason, by)} />
        <div className="min-w-20 flex-1">
          <Input
            size="sm"
            data-reason={key}
            aria-label={isBelow ? 'Reason' : 'Top reason'}
            aria-describedby={problem ? problemId : undefined}
            invalid={problem !== undefined}
            value={name}
            maxLength={churnReasonLimits.name}
            placeholder="Name of the reason"
            className={cx(isOut && 'text-3 line-through', !isBelow && 'font-medium')}
            onChange={(event) => acts.change(key, { name: event.target.value })}
          />
        </div>
        <Usage records={records} retired={isOut} />
        <Actions reason={reason} isBelow={isBelow} held={held} acts={acts} />
      </div>
      {problem && (
        <p id={problemId} role="alert" className="flex items-center gap-1 pl-7 text-label text-poor">
          <IconAlertCircle size={14} className="shrink-0" aria-hidden />
          {problem}
        </p>
      )}
    </div>
  )
}

type ActionsProps = Pick<ReasonRowProps, 'reason' | 'isBelow' | 'held' | 'acts'>

function Actions({ reason: { key, reasonId, name, retired }, isBelow, held, acts }: ActionsProps) {
  const label = name || 'New reason'
  return (
    <>
      {isBelow ? (
        <span className="w-7 shrink-0 max-sm:hidden" />
      ) : (
        <IconButton
          size="sm"
          label={`Add a reason below ${label}`}
          icon={<IconPlus aria-hidden />}
          onClick={() => acts.addBelow(key)}
        />
      )}
      {reasonId !== null && (
        <IconButton
          size="sm"
          label={retired ? `Restore ${label}` : `Retire ${label}`}
          icon={retired ? <IconArchiveOff aria-hidden /> : <IconArchive aria-hidden />}
          onClick={() => acts.change(key, { retired: !retired })}
        />
      )}
      <IconButton
        size="sm"
        label={held > 0 ? `${label} cannot be deleted: ${recordsText(held)} use it` : `Delete ${label}`}
        disabled={held > 0}
        icon={<IconTrash aria-hidden />}
        onClick={() => acts.remove(key)}
      />
    </>
  )
}

const recordsText = (count: number) => `${numberText(count)} ${count === 1 ? 'record' : 'records'}`

function Usage({ records, retired }: { records: number; retired: boolean }) {
  const words = [...(retired ? ['Retired'] : []), ...(records > 0 ? [recordsText(records)] : [])]
  return (
    <span className="tabular shrink-0 text-right text-label text-3 max-sm:max-w-20 sm:w-32">
      {words.join(' · ')}
    </span>
  )
}
