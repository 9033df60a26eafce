import { getViewportForBounds, PanOnScrollMode, XYPanZoom, type PanZoomInstance } from '@xyflow/system'
import { nodeSize, type Place } from './layout.rules.ts'

interface Rectangle extends Place {
  width: number
  height: number
}

/** A fit to the window leaves this much free on each side, as a share of the window, and never enlarges. */
const fit = { padding: 0.15, most: 1, least: 0.2 }
const zoom = { least: 0.1, most: 1.5, step: 1.2 }
/** Pixels between two dots of the grid. Nearer than `least` on the screen they are left out, as no one could tell them apart. */
const grid = { gap: 16, least: 8 }

const anywhere: [[number, number], [number, number]] = [
  [-Infinity, -Infinity],
  [Infinity, Infinity],
]

/** The smallest rectangle around all nodes. */
function boundsOf(places: ReadonlyMap<string, Place>): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of places.values()) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + nodeSize.width)
    bottom = Math.max(bottom, y + nodeSize.height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The visible part of the graph. */
export interface Viewport {
  /** Shows all nodes. */
  fit: () => void
  zoomIn: () => void
  zoomOut: () => void
  /** Brings a node into view, if it is outside. */
  show: (place: Place) => void
  /** Whether turning the wheel zooms, which it does not unless a key is held. */
  setZooming: (isZooming: boolean) => void
  close: () => void
}

/**
 * Pans and zooms `content` within `pane`, by changing its transform alone: nothing is rendered. Everything fits when it
 * is first shown, which is before the first paint: a ResizeObserver knows the size without another layout.
 */
export function openViewport(
  pane: HTMLElement,
  content: HTMLElement,
  placesOf: () => ReadonlyMap<string, Place>,
): Viewport {
  let size = { width: 0, height: 0 }
  let panZoom: PanZoomInstance | undefined
  let isZooming = false
  /** The node that was brought into view last. */
  let shown: Place | undefined

  function move([x, y, scale]: [number, number, number]): void {
    content.style.transform = `translate(${x}px,${y}px) scale(${scale})`
    const gap = grid.gap * scale
    pane.toggleAttribute('data-dotted', gap >= grid.least)
    pane.style.backgroundSize = `${gap}px ${gap}px`
    pane.style.backgroundPosition = `${x}px ${y}px`
  }

  const fitted = () =>
    getViewportForBounds(boundsOf(placesOf()), size.width, size.height, fit.least, fit.most, fit.padding)

  const listen = () =>
    panZoom?.update({
      noWheelClassName: 'nowheel',
      noPanClassName: 'nopan',
      preventScrolling: true,
      panOnScroll: true,
      panOnDrag: true,
      panOnScrollMode: PanOnScrollMode.Free,
      panOnScrollSpeed: 0.5,
      userSelectionActive: false,
      zoomOnPinch: true,
      zoomOnScroll: true,
      zoomOnDoubleClick: false,
      zoomActivationKeyPressed: isZooming,
      lib: 'canvas',
      onTransformChange: move,
      connectionInProgress: false,
      paneClickDistance: 1,
    })

  function begin(): void {
    const viewport = fitted()
    panZoom = XYPanZoom({
      domNode: pane,
      minZoom: zoom.least,
      maxZoom: zoom.most,
      viewport,
      translateExtent: anywhere,
      onDraggingChange: (isDragging) => pane.toggleAttribute('data-dragging', isDragging),
    })
    move([viewport.x, viewport.y, viewport.zoom])
    listen()
  }

  function isInView({ x, y }: Place): boolean {
    if (!panZoom) return false
    const { x: left, y: top, zoom: scale } = panZoom.getViewport()
    const [nodeLeft, nodeTop] = [x * scale + left, y * scale + top]
    return (
      nodeLeft >= 0 &&
      nodeTop >= 0 &&
      nodeLeft + nodeSize.width * scale <= size.width &&
      nodeTop + nodeSize.height * scale <= size.height
    )
  }

  function show(place: Place): void {
    shown = place
    if (!panZoom || isInView(place)) return
    const scale = panZoom.getViewport().zoom
    void panZoom.setViewport({
      x: size.width / 2 - (place.x + nodeSize.width / 2) * scale,
      y: size.height / 2 - (place.y + nodeSize.height / 2) * scale,
      zoom: scale,
    })
  }

  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect
    // The panel that opens for a node takes its room only now, and may lie over it.
    const kept = shown && isInView(shown) ? shown : undefined
    size = { width, height }
    if (!panZoom && width > 0 && height > 0) begin()
    if (kept) show(kept)
  })
  observer.observe(pane)

  return {
    fit: () => void panZoom?.setViewport(fitted()),
    zoomIn: () => void panZoom?.scaleBy(zoom.step),
    zoomOut: () => void panZoom?.scaleBy(1 / zoom.step),
    show,
    setZooming(next) {
      if (next === isZooming) return
      isZooming = next
      listen()
    },
    close() {
      observer.disconnect()
      panZoom?.destroy()
    },
  }
}
