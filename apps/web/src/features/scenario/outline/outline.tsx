import { createElement, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { IconAlertTriangleFilled, IconArrowForwardUp, IconPlus } from '@tabler/icons-react'
import { cx } from '../../../ui/cx.ts'
import { drawNow } from '../../../ui/draw-now.ts'
import { hasModifier, isRemoval } from '../editor/graph-keys.ts'
import { branchesOf, kindOf } from '../node/node-kinds.ts'
import { counted } from '../node/words.ts'
import { endType, nodeOf, type Exit } from '../editor/graph.rules.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { footOf, summaryOf } from '../editor/node-text.ts'
import { movedTo, outlineOf, type OutlineRow } from './outline.rules.ts'

/** The way out at which a line adds a node: after a node with one, or at the beginning of a branch. */
function exitOf({ kind, node, branch }: OutlineRow): Exit | undefined {
  if (kind === 'branch' && branch) return { key: node.key, branch: branch.key }
  const [only, other] = kind === 'node' ? branchesOf(node) : []
  return only && !other ? { key: node.key, branch: only.key } : undefined
}

const opens = (key: string): boolean => key === 'Enter' || key === ' '

/** A scenario as nested lines. Everything that the canvas can do can be done here, with keys alone. */
export function Outline({ view }: { view: GraphView }) {
  const { nodes, selected, isEditable, onSelect, onAdd, onRemove } = view
  const rows = useMemo(() => outlineOf(nodes, branchesOf), [nodes])
  const [focused, setFocused] = useState<string | null>(selected)
  const place = Math.max(
    0,
    rows.findIndex(({ id }) => id === focused),
  )

  function focus(id: string | undefined) {
    if (id === undefined) return
    drawNow(() => setFocused(id))
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
  }

  function press(event: MouseEvent) {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    const row = rows.find((one) => one.id === id)
    if (!row) return
    setFocused(row.id)
    const exit = exitOf(row)
    const button = target.closest('[data-add]')
    if (button && exit) onAdd(exit, button)
    else if (row.kind !== 'branch') onSelect(row.node.key)
  }

  function remove({ kind, node }: OutlineRow): boolean {
    if (kind !== 'node' || node === nodes[0] || node.type === endType) return false
    drawNow(() => onRemove(node.key))
    focus(rows[place - 1]?.id)
    return true
  }

  function edit(key: string, row: OutlineRow, anchor: Element): boolean {
    const exit = exitOf(row)
    if (!isEditable) return false
    if (isRemoval(key)) return remove(row)
    if (key !== 'a' || !exit) return false
    onAdd(exit, anchor)
    return true
  }

  function open({ kind, node }: OutlineRow): boolean {
    if (kind === 'link') focus(node.key)
    else if (kind === 'node') onSelect(node.key)
    return kind !== 'branch'
  }

  function pressKey(event: KeyboardEvent) {
    const row = rows[place]
    const { key } = event
    if (!row || hasModifier(event)) return
    const next = movedTo(rows, place, key)
    if (next !== undefined) focus(rows[next]?.id)
    else if (!(opens(key) && open(row)) && !edit(key, row, event.target as Element)) return
    event.preventDefault()
  }

  return (
    <ul
      role="tree"
      aria-label="Outline"
      className="flex flex-col p-3 md:p-4"
      onClick={press}
      onFocus={({ target }) => setFocused(target.dataset['row'] ?? focused)}
      onKeyDown={pressKey}
    >
      {rows.map((row, at) => (
        <OutlineLine
          key={row.id}
          row={row}
          view={view}
          isTabbable={at === place}
          isSelected={row.kind === 'node' && nodeOf(nodes, selected ?? '') === row.node}
        />
      ))}
    </ul>
  )
}

type OutlineLineProps = {
  row: OutlineRow
  view: GraphView
  isTabbable: boolean
  isSelected: boolean
}

function OutlineLine({ row, view, isTabbable, isSelected }: OutlineLineProps) {
  const { kind, depth, branch } = row
  const exit = view.isEditable ? exitOf(row) : undefined
  return (
    <li
      role="treeitem"
      data-row={row.id}
      aria-level={depth}
      aria-selected={isSelected}
      tabIndex={isTabbable ? 0 : -1}
      className={cx(
        'flex min-h-9 items-center gap-2 rounded-control px-2 py-1 select-none focus-visible:-outline-offset-2',
        isSelected ? 'bg-accent-soft' : kind !== 'branch' && 'hover:bg-hover',
      )}
      style={{ marginLeft: `${(depth - 1) * 1.25}rem` }}
    >
      {kind === 'branch' ? (
        <span className="min-w-0 flex-1 truncate text-label font-medium text-2">{branch?.label}</span>
      ) : (
        <NodeLine row={row} view={view} />
      )}
      {exit && (
        <span
          data-add
          data-tooltip="Add a node here"
          className="flex size-6 shrink-0 items-center justify-center rounded-full border border-edge text-2 hover:border-accent-text hover:text-accent-text"
        >
          <IconPlus size={14} aria-hidden />
        </span>
      )}
    </li>
  )
}

function NodeLine({ row: { kind, node }, view }: { row: OutlineRow; view: GraphView }) {
  const foot = footOf(node, view)
  const problems = view.problems.byNode.get(node.key)?.length ?? 0
  const icon = kind === 'link' ? IconArrowForwardUp : kindOf(node.type).icon
  return (
    <>
      {createElement(icon, { size: 16, 'aria-hidden': true, className: 'shrink-0 text-3' })}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">
          <span className="font-medium">
            {kind === 'link' && 'Continues with '}
            {view.labelOf(node.type)}
          </span>{' '}
          {node.type !== endType && <span className="text-2">{summaryOf(node, view)}</span>}
        </span>
        {foot && kind === 'node' && <span className="tabular truncate text-label text-2">{foot}</span>}
      </span>
      {problems > 0 && (
        <>
          <IconAlertTriangleFilled size={16} className="shrink-0 text-poor" aria-hidden />
          <span className="hidden-text">{counted(problems, 'problem')}</span>
        </>
      )}
    </>
  )
}
