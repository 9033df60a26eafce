import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'

/** Attributes that give an element a tooltip, below it or beside it; cheap enough for every cell of a list. */
export function tooltip(
  text: string,
  keys?: string,
  side?: 'right',
): Record<`data-${string}`, string | undefined> {
  return { 'data-tooltip': text, 'data-tooltip-keys': keys, 'data-tooltip-side': side }
}

type Shown = { anchor: HTMLElement; text: string; keys: string | undefined }

const openDelay = 450

function anchorOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
}

/** The one tooltip of the page. Listens for pointer and focus on anything with `data-tooltip`. */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let timer = 0
    let current: HTMLElement | null = null

    function hide() {
      window.clearTimeout(timer)
      current = null
      setShown(null)
    }
    function show(anchor: HTMLElement | null, delay: number) {
      if (anchor === current) return
      hide()
      current = anchor
      if (!anchor) return
      timer = window.setTimeout(() => {
        const { tooltip: text, tooltipKeys: keys } = anchor.dataset
        // An open menu says more than the tooltip of its button.
        if (text && anchor.isConnected && anchor.ariaExpanded !== 'true') setShown({ anchor, text, keys })
      }, delay)
    }
    function onPointer(event: PointerEvent) {
      if (event.pointerType === 'touch') return
      // The tooltip itself may be entered, so that its text can be read at high zoom.
      if (event.target instanceof Element && event.target.closest('[role=tooltip]')) return
      show(anchorOf(event.target), openDelay)
    }
    function onFocus(event: FocusEvent) {
      const anchor = anchorOf(event.target)
      if (anchor?.matches(':focus-visible')) show(anchor, 0)
    }
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') hide()
    }
    const events: [string, (event: never) => void][] = [
      ['pointerover', onPointer],
      ['focusin', onFocus],
      ['focusout', hide],
      ['pointerdown', hide],
      ['scroll', hide],
      ['keydown', onKey],
    ]
    for (const [name, run] of events) document.addEventListener(name, run as EventListener, true)
    return () => {
      window.clearTimeout(timer)
      for (const [name, run] of events) document.removeEventListener(name, run as EventListener, true)
    }
  }, [])
  return shown && createPortal(<Bubble key={shown.text} {...shown} />, document.body)
}

const gap = 6

function placeOf(box: DOMRect, width: number, height: number, side: string | undefined): [number, number] {
  if (side === 'right') return [box.right + gap, box.top + (box.height - height) / 2]
  const left = Math.min(Math.max(4, box.left + (box.width - width) / 2), window.innerWidth - width - 4)
  const below = box.bottom + gap
  return [left, below + height > window.innerHeight ? box.top - height - gap : below]
}

function Bubble({ anchor, text, keys }: Shown) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bubble = ref.current!
    const box = anchor.getBoundingClientRect()
    const { width, height } = bubble.getBoundingClientRect()
    const [left, top] = placeOf(box, width, height, anchor.dataset.tooltipSide)
    bubble.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
  }, [anchor])
  useEffect(() => {
    if (anchor.getAttribute('aria-label') === text) return
    const before = anchor.getAttribute('aria-describedby')
    anchor.setAttribute('aria-describedby', before ? `${before} shared-tooltip` : 'shared-tooltip')
    return () => {
      if (before) anchor.setAttribute('aria-describedby', before)
      else anchor.removeAttribute('aria-describedby')
    }
  }, [anchor, text])
  return (
    <div
      ref={ref}
      id="shared-tooltip"
      role="tooltip"
      className="fixed top-0 left-0 z-60 flex max-w-70 items-center gap-2 rounded-control border border-line bg-raised px-2 py-1 text-label text-1 shadow-float"
    >
      {text}
      {keys && <Kbd keys={keys} />}
    </div>
  )
}
