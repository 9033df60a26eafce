import { createElement, memo } from 'react'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { NodeCategory } from '@steward/contracts/plain/scenario'
import { cx } from '../../../ui/cx.ts'
import { kindOf } from '../node/node-kinds.ts'
import { counted } from '../node/words.ts'
import type { DrawnNode } from './drawn.ts'

const iconTones: Readonly<Record<NodeCategory, string>> = {
  trigger: 'bg-accent-soft text-accent-text',
  operator: 'bg-info-soft text-info',
  action: 'bg-good-soft text-good',
}

/** A time needs the room of the summary, which is then only heard. */
function summaryClass({ foot, isOnPath }: DrawnNode): string {
  if (isOnPath) return 'hidden-text'
  return foot === undefined ? 'line-clamp-2' : 'truncate'
}

type CanvasNodeProps = DrawnNode & {
  /** Whether Tab reaches it: one node of the canvas. */
  isTabbable: boolean
}

/** A node at its place. */
export const CanvasNode = memo(function CanvasNode(props: CanvasNodeProps) {
  const { id, x, y, type, label, summary, foot, problems, category, isSelected, isTabbable } = props
  return (
    <button
      type="button"
      data-node={id}
      tabIndex={isTabbable ? 0 : -1}
      aria-pressed={isSelected}
      style={{ left: x, top: y }}
      className={cx(
        'nopan absolute flex h-16 w-55 items-center gap-2.5 rounded-card border bg-surface px-2.5 text-left shadow-control select-none',
        isSelected ? 'border-accent-text outline-2 outline-accent-text' : 'border-edge hover:bg-hover',
        props.isDimmed && 'border-dashed text-3',
      )}
    >
      <span
        className={cx(
          'flex size-8 shrink-0 items-center justify-center rounded-control',
          iconTones[category],
        )}
      >
        {createElement(kindOf(type).icon, { size: 18, 'aria-hidden': true })}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-label font-medium">{label}</span>
        <span className={cx('text-meta text-2', summaryClass(props))}>{summary}</span>
        {foot !== undefined && (
          <span
            className={cx(
              'tabular text-meta font-medium',
              props.isOnPath ? 'line-clamp-2' : 'truncate',
              props.hasFailed ? 'text-poor' : 'text-1',
            )}
          >
            {foot}
          </span>
        )}
      </span>
      {problems > 0 && (
        <>
          <IconAlertTriangleFilled size={16} className="mt-1.5 shrink-0 self-start text-poor" aria-hidden />
          <span className="hidden-text">{counted(problems, 'problem')}</span>
        </>
      )}
    </button>
  )
})
