import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { mostZoom, sideOf, within, type Crop } from './crop.rules.ts'
import { drawCrop } from './picture-file.ts'

type CropAreaProps = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void }

/** Pixels of the page. */
const areaSize = 288
const step = 12
const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/** The part of a picture that is kept: moved by pointer or arrows, made larger by wheel, keys or slider. */
export function CropArea({ picture, crop, onChange }: CropAreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const area = useRef<HTMLButtonElement>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)
  const latest = useRef(crop)

  useEffect(() => {
    latest.current = crop
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  function set(next: Crop) {
    latest.current = within(picture, next)
    onChange(latest.current)
  }

  /** Moves the picture under its frame, by pixels of the page. */
  function move(dx: number, dy: number) {
    const { zoom, x, y } = latest.current
    const scale = sideOf(picture, zoom) / areaSize
    set({ zoom, x: x - dx * scale, y: y - dy * scale })
  }

  const zoomBy = useRef<(factor: number) => void>(() => undefined)
  useEffect(() => {
    zoomBy.current = (factor) => set({ ...latest.current, zoom: latest.current.zoom * factor })
  })

  // React listens passively, and the dialog must not scroll meanwhile.
  useEffect(() => {
    const element = area.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoomBy.current(Math.exp(-event.deltaY / 400))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [])

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, y: event.clientY }
  }

  function onPointerMove({ clientX, clientY }: PointerEvent) {
    if (!grip.current) return
    move(clientX - grip.current.x, clientY - grip.current.y)
    grip.current = { x: clientX, y: clientY }
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = directions[event.key]
    // The frame moves where the arrow points, so the picture goes the other way.
    if (direction) move(-direction[0], -direction[1])
    else if (event.key === '+' || event.key === '=') zoomBy.current(1.1)
    else if (event.key === '-') zoomBy.current(1 / 1.1)
    else return
    event.preventDefault()
  }

  return (
    <div className="flex flex-col items-center gap-4">
      <button
        ref={area}
        type="button"
        aria-label="Crop area. Drag it, or move it with the arrow keys."
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
        onKeyDown={onKeyDown}
        className="relative size-72 max-w-full touch-none overflow-hidden rounded-card bg-sunken active:cursor-grabbing"
        style={{ cursor: 'grab' }}
      >
        <canvas ref={canvas} width={areaSize * 2} height={areaSize * 2} className="size-full" />
        <span className="pointer-events-none absolute inset-0 rounded-full border border-white shadow-[0_0_0_6rem_var(--scrim)]" />
      </button>
      <label className="flex w-72 max-w-full items-center gap-3 text-3">
        <IconMinus size={16} aria-hidden />
        <input
          type="range"
          aria-label="Zoom"
          min={1}
          max={mostZoom}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          onChange={(event) => set({ ...crop, zoom: Number(event.target.value) })}
          className="h-6 min-w-0 flex-1 accent-(--accent)"
        />
        <IconPlus size={16} aria-hidden />
      </label>
    </div>
  )
}
