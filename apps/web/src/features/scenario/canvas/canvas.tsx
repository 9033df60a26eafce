import './canvas.css'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useShortcut } from '../../../components/shortcuts.ts'
import { drawNow } from '../../../ui/draw-now.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { branchesOf } from '../node/node-kinds.ts'
import { endType, nodeOf } from '../editor/graph.rules.ts'
import { hasModifier, isRemoval } from '../editor/graph-keys.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { CanvasNode, NodeIcons } from './canvas-node.tsx'
import { drawnNodes, drawnWays } from './drawn.ts'
import { layoutOfShape, neighbourOf, shapeOf, type Place } from './layout.rules.ts'
import { openViewport, type Viewport } from './viewport.ts'
import { Exits, WayLines } from './ways.tsx'

function useDrawn(view: GraphView) {
  const { nodes, labelOf, path, isEditable } = view
  const shape = shapeOf(nodes)
  const layout = useMemo(() => layoutOfShape(shape), [shape])
  return {
    places: layout.places,
    /** The types of the nodes, without repetition, separated by spaces. */
    types: [...new Set(nodes.map(({ type }) => type))].join(' '),
    nodes: useMemo(() => drawnNodes(view, layout.places), [view, layout]),
    ways: useMemo(
      () => drawnWays({ nodes, labelOf, path, isEditable }, layout),
      [nodes, labelOf, path, isEditable, layout],
    ),
  }
}

/** The pane and its content, for their elements, and what of it is shown. */
function useViewport(places: ReadonlyMap<string, Place>) {
  const pane = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const viewport = useRef<Viewport>(null)
  const latest = useRef(places)
  useLayoutEffect(() => {
    latest.current = places
  }, [places])
  useLayoutEffect(() => {
    const opened = openViewport(pane.current!, content.current!, () => latest.current)
    viewport.current = opened
    return opened.close
  }, [])
  return { pane, content, viewport }
}

/** The graph of a scenario from the top down. It lays itself out; pointers and keys move about in it. */
export function Canvas({ view }: { view: GraphView }) {
  const { nodes, selected, isEditable, onSelect, onAdd, onRemove } = view
  const [focused, setFocused] = useState<string | null>(selected)
  const current = nodeOf(nodes, focused ?? '') ? focused : (nodes[0]?.key ?? null)
  const drawn = useDrawn(view)
  const { pane, content, viewport } = useViewport(drawn.places)
  const show = useCallback((place: Place) => viewport.current?.show(place), [viewport])

  // The panel that opens beside the canvas may lie where the node was.
  const chosen = drawn.places.get(selected ?? '')
  useEffect(() => {
    if (chosen) show(chosen)
  }, [chosen, show])

  function focus(key: string) {
    drawNow(() => setFocused(key))
    const place = drawn.places.get(key)
    if (place) show(place)
    document.querySelector<HTMLElement>(`[data-node="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
  }

  function press(event: MouseEvent) {
    const target = event.target as Element
    const exit = target.closest<HTMLElement>('[data-exit]')
    const node = target.closest<HTMLElement>('[data-node]')?.dataset['node']
    if (exit) onAdd({ key: exit.dataset['exit'] ?? '', branch: exit.dataset['branch'] ?? '' }, exit)
    if (node !== undefined) {
      setFocused(node)
      onSelect(node)
    }
  }

  function edit(event: KeyboardEvent, key: string): boolean {
    const node = nodeOf(nodes, key)
    if (!isEditable || !node) return false
    const [branch] = branchesOf(node)
    if (event.key === 'a' && branch) onAdd({ key, branch: branch.key }, event.target as Element)
    else if (isRemoval(event.key) && node !== nodes[0] && node.type !== endType) {
      const before = neighbourOf(drawn.places, key, 'ArrowUp') ?? nodes[0]?.key
      drawNow(() => onRemove(key))
      if (before !== undefined) focus(before)
    } else return false
    return true
  }

  function pressKey(event: KeyboardEvent) {
    const key = (event.target as Element).closest<HTMLElement>('[data-node]')?.dataset['node']
    if (key === undefined || hasModifier(event)) return
    const next = event.key === 'Home' ? nodes[0]?.key : neighbourOf(drawn.places, key, event.key)
    if (next !== undefined) focus(next)
    if (next !== undefined || event.key.startsWith('Arrow') || edit(event, key)) event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons are pressed; one handler serves them all
    <div
      role="group"
      aria-label="Canvas"
      className="relative h-full bg-sunken"
      onClick={press}
      onFocus={({ target }) => setFocused(target.dataset['node'] ?? focused)}
      onKeyDown={pressKey}
      onWheelCapture={({ metaKey }) => viewport.current?.setZooming(metaKey)}
    >
      <div ref={pane} className="canvas-pane">
        <div ref={content} className="canvas-content">
          <NodeIcons types={drawn.types} />
          <WayLines ways={drawn.ways} />
          {drawn.nodes.map((node) => (
            <CanvasNode key={node.id} {...node} isTabbable={node.id === current} />
          ))}
          <Exits ways={drawn.ways} />
        </div>
      </div>
      <ZoomButtons viewport={viewport} />
    </div>
  )
}

function ZoomButtons({ viewport }: { viewport: RefObject<Viewport | null> }) {
  const fitAll = () => viewport.current?.fit()
  useShortcut('mod+0', fitAll, { label: 'Fit to the window', group: 'Scenario' })
  return (
    <div className="absolute bottom-3 left-3 flex gap-0.5 rounded-control border border-line bg-surface p-0.5 shadow-control">
      <IconButton
        size="sm"
        label="Zoom out"
        icon={<IconMinus aria-hidden />}
        onClick={() => viewport.current?.zoomOut()}
      />
      <IconButton
        size="sm"
        label="Zoom in"
        icon={<IconPlus aria-hidden />}
        onClick={() => viewport.current?.zoomIn()}
      />
      <IconButton
        size="sm"
        label="Fit to the window"
        shortcut="mod+0"
        icon={<IconMaximize aria-hidden />}
        onClick={fitAll}
      />
    </div>
  )
}
