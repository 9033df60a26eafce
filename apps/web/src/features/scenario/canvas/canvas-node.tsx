import { createElement, Fragment, memo } from 'react'
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
  return foot === undefined ? 'line-clamp-2' : 'block truncate'
}

type CanvasNodeProps = DrawnNode & {
  /** Whether Tab reaches it: one node of the canvas. */
  isTabbable: boolean
}

const iconId = (type: string): string => `canvas-icon-${type}`

/** The icon of each type, once: the nodes refer to it, since an icon of its own would double the elements of a node. */
export const NodeIcons = memo(function NodeIcons({ types }: { types: string }) {
  return (
    <svg className="absolute size-0" aria-hidden>
      <defs>
        {types.split(' ').map((type) => (
          <Fragment key={type}>{createElement(kindOf(type).icon, { id: iconId(type), size: 18 })}</Fragment>
        ))}
      </defs>
    </svg>
  )
})

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
        'canvas-node nopan h-16 w-55 rounded-card border bg-surface text-left shadow-control select-none',
        isSelected ? 'border-accent-text outline-2 outline-accent-text' : 'border-edge hover:bg-hover',
        problems > 0 && 'pr-8',
        props.isDimmed && 'border-dashed text-3',
      )}
    >
      <svg className={cx('canvas-icon size-8 rounded-control', iconTones[category])} aria-hidden>
        <use href={`#${iconId(type)}`} x={7} y={7} />
      </svg>
      <span className="block truncate text-label font-medium">{label}</span>
      <span className={cx('text-meta text-2', summaryClass(props))}>{summary}</span>
      {foot !== undefined && (
        <span
          className={cx(
            'tabular text-meta font-medium',
            props.isOnPath ? 'line-clamp-2' : 'block truncate',
            props.hasFailed ? 'text-poor' : 'text-1',
          )}
        >
          {foot}
        </span>
      )}
      {problems > 0 && (
        <>
          <IconAlertTriangleFilled size={16} className="absolute top-3 right-2.5 text-poor" aria-hidden />
          <span className="hidden-text">{counted(problems, 'problem')}</span>
        </>
      )}
    </button>
  )
})
