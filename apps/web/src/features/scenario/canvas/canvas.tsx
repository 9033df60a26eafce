import './canvas.css'
import { useCallback, useEffect, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Background, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useShortcut } from '../../../components/shortcuts.ts'
import { drawNow } from '../../../ui/draw-now.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { branchesOf } from '../node/node-kinds.ts'
import { endType, nodeOf } from '../editor/graph.rules.ts'
import { hasModifier, isRemoval } from '../editor/graph-keys.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { CanvasEdgeLine, type CanvasEdge } from './canvas-edge.tsx'
import { CanvasNodeBox, type CanvasNode } from './canvas-node.tsx'
import { drawnEdges, drawnNodes, isSameEdge, isSameNode } from './drawn.ts'
import { createKeeper } from './keep.rules.ts'
import { layoutOfShape, neighbourOf, nodeSize, shapeOf } from './layout.rules.ts'
import { WayLabels } from './way-labels.tsx'

const nodeTypes = { scenario: CanvasNodeBox }
const edgeTypes = { scenario: CanvasEdgeLine }
const fit = { padding: 0.15, maxZoom: 1, minZoom: 0.2 }

/** The graph of a scenario from the top down. It lays itself out; pointers and keys move about in it. */
export function Canvas({ view }: { view: GraphView }) {
  return (
    <ReactFlowProvider>
      <Graph view={view} />
    </ReactFlowProvider>
  )
}

function useDrawn(view: GraphView, focused: string | null) {
  const shape = shapeOf(view.nodes)
  const layout = useMemo(() => layoutOfShape(shape), [shape])
  const [keepNodes] = useState(() => createKeeper<CanvasNode>(isSameNode))
  const [keepEdges] = useState(() => createKeeper<CanvasEdge>(isSameEdge))
  return {
    places: layout.places,
    nodes: useMemo(
      () => keepNodes(drawnNodes(view, layout.places, focused)),
      [keepNodes, view, layout, focused],
    ) as CanvasNode[],
    edges: useMemo(() => keepEdges(drawnEdges(view, layout)), [keepEdges, view, layout]) as CanvasEdge[],
  }
}

function Graph({ view }: { view: GraphView }) {
  const { nodes, selected, isEditable, onSelect, onAdd, onRemove } = view
  const [focused, setFocused] = useState<string | null>(selected)
  const current = nodeOf(nodes, focused ?? '') ? focused : (nodes[0]?.key ?? null)
  const drawn = useDrawn(view, current)
  const show = useShow()

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
      className="scenario-canvas relative h-full bg-sunken"
      onClick={press}
      onFocus={({ target }) => setFocused(target.dataset['node'] ?? focused)}
      onKeyDown={pressKey}
    >
      <ReactFlow
        nodes={drawn.nodes}
        edges={drawn.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        panOnScroll
        zoomOnDoubleClick={false}
        minZoom={0.1}
        maxZoom={1.5}
        fitView
        fitViewOptions={fit}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={16} />
        <WayLabels edges={drawn.edges} places={drawn.places} />
      </ReactFlow>
      <ZoomButtons />
    </div>
  )
}

/** Brings a place into view, if it is outside. */
function useShow() {
  const { getViewport, setCenter } = useReactFlow()
  return useCallback(
    ({ x, y }: { x: number; y: number }) => {
      const pane = document.querySelector('.scenario-canvas')?.getBoundingClientRect()
      if (!pane) return
      const { x: left, y: top, zoom } = getViewport()
      const [nodeLeft, nodeTop] = [x * zoom + left, y * zoom + top]
      const fits =
        nodeLeft >= 0 &&
        nodeTop >= 0 &&
        nodeLeft + nodeSize.width * zoom <= pane.width &&
        nodeTop + nodeSize.height * zoom <= pane.height
      if (!fits) void setCenter(x + nodeSize.width / 2, y + nodeSize.height / 2, { zoom })
    },
    [getViewport, setCenter],
  )
}

function ZoomButtons() {
  const { fitView, zoomIn, zoomOut } = useReactFlow()
  const fitAll = () => void fitView(fit)
  useShortcut('mod+0', fitAll, { label: 'Fit to the window', group: 'Scenario' })
  return (
    <div className="absolute bottom-3 left-3 flex gap-0.5 rounded-control border border-line bg-surface p-0.5 shadow-control">
      <IconButton
        size="sm"
        label="Zoom out"
        icon={<IconMinus aria-hidden />}
        onClick={() => void zoomOut()}
      />
      <IconButton size="sm" label="Zoom in" icon={<IconPlus aria-hidden />} onClick={() => void zoomIn()} />
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
