import { createElement, memo } from 'react'
import type { Node, NodeProps } from '@xyflow/react'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { NodeCategory } from '@steward/contracts/plain/scenario'
import { cx } from '../../../ui/cx.ts'
import { kindOf } from '../node/node-kinds.ts'
import { counted } from '../node/words.ts'
import { isSameData } from './keep.rules.ts'

/** Plain values, so that a node is drawn again only where one of its own changes. */
export type CanvasNodeData = {
  type: string
  label: string
  summary: string
  foot: string | undefined
  problems: number
  category: NodeCategory
  isSelected: boolean
  /** Whether Tab reaches it: one node of the canvas. */
  isTabbable: boolean
  /** Whether the record that is followed was not here. */
  isDimmed: boolean
  hasFailed: boolean
  /** Whether the record that is followed was here. */
  isOnPath: boolean
}

export type CanvasNode = Node<CanvasNodeData, 'scenario'>

const iconTones: Readonly<Record<NodeCategory, string>> = {
  trigger: 'bg-accent-soft text-accent-text',
  operator: 'bg-info-soft text-info',
  action: 'bg-good-soft text-good',
}

/** A time needs the room of the summary, which is then only heard. */
function summaryClass({ foot, isOnPath }: CanvasNodeData): string {
  if (isOnPath) return 'hidden-text'
  return foot === undefined ? 'line-clamp-2' : 'truncate'
}

/** Two ends of ways for the library to find, should it measure a node after all: its own parts each follow its whole state. */
function CanvasNodeView({ id, data }: NodeProps<CanvasNode>) {
  const { type, label, summary, foot, problems, category, isSelected, isTabbable } = data
  return (
    <>
      <div className="react-flow__handle react-flow__handle-top target invisible" data-handlepos="top" />
      <button
        type="button"
        data-node={id}
        tabIndex={isTabbable ? 0 : -1}
        aria-pressed={isSelected}
        className={cx(
          'nopan flex h-16 w-55 items-center gap-2.5 rounded-card border bg-surface px-2.5 text-left shadow-control',
          isSelected ? 'border-accent-text outline-2 outline-accent-text' : 'border-edge hover:bg-hover',
          data.isDimmed && 'border-dashed text-3',
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
          <span className={cx('text-meta text-2', summaryClass(data))}>{summary}</span>
          {foot !== undefined && (
            <span
              className={cx(
                'tabular text-meta font-medium',
                data.isOnPath ? 'line-clamp-2' : 'truncate',
                data.hasFailed ? 'text-poor' : 'text-1',
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
      <div
        className="react-flow__handle react-flow__handle-bottom source invisible"
        data-handlepos="bottom"
      />
    </>
  )
}

const isSameNode = (before: NodeProps<CanvasNode>, after: NodeProps<CanvasNode>): boolean =>
  isSameData(before.data, after.data)

export const CanvasNodeBox = memo(CanvasNodeView, isSameNode)
