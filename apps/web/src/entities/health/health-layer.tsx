import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { focusedHealth, healthAt, type HealthPlace } from './health-hover.ts'

const HealthPopover = lazyPart(() => import('./health-popover.tsx'), 'HealthPopover')

/** How long a pointer rests on a mark before its popover opens, and is away before it closes. Milliseconds. */
const [openDelay, closeDelay] = [350, 250]

const isInside = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-health-popover]') !== null

/** The one popover of health marks. Listens for pointer and focus on every mark whose record is known. */
export function HealthLayer() {
  const [place, setPlace] = useState<HealthPlace | null>(null)
  useEffect(() => {
    let timer = 0
    let current: HTMLElement | null = null

    function goTo(next: HealthPlace | null, delay: number) {
      if ((next?.anchor ?? null) === current) return
      current = next?.anchor ?? null
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setPlace(next?.anchor.isConnected ? next : null), delay)
    }
    function onPointer(event: PointerEvent) {
      if (event.pointerType === 'touch') return
      // From the mark to the popover, so that its link can be pressed.
      if (isInside(event.target)) return window.clearTimeout(timer)
      const next = healthAt(event.target)
      goTo(next, next ? openDelay : closeDelay)
    }
    function onFocus({ target }: FocusEvent) {
      if (isInside(target) || !(target instanceof Element) || !target.matches(':focus-visible')) return
      goTo(focusedHealth(target), openDelay)
    }
    function hide(event: Event) {
      if (!isInside(event.target)) goTo(null, 0)
    }
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') goTo(null, 0)
    }
    const events: [string, (event: never) => void][] = [
      ['pointerover', onPointer],
      ['focusin', onFocus],
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
  if (!place) return null
  const { level, id } = place
  return createPortal(
    <Suspense>
      <HealthPopover key={`${level.id}-${id}`} {...place} onClose={() => setPlace(null)} />
    </Suspense>,
    document.body,
  )
}
