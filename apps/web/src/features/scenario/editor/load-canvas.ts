import { readSession } from '../../../api/session.ts'
import { storedMode } from './graph-mode.ts'

type CanvasScript = typeof import('../canvas/canvas.tsx')

let loaded: CanvasScript | undefined

/** The library of the canvas is large, and the outline does without it. */
export async function loadCanvas(): Promise<CanvasScript> {
  loaded ??= await import('../canvas/canvas.tsx')
  return loaded
}

/** The canvas where its script is there already, so that nothing is drawn before it; undefined else. */
export const canvasAtOnce = (): CanvasScript['Canvas'] | undefined => loaded?.Canvas

/** Pixels below which a window has no room for the canvas. A guess is enough here, and needs no script of the shell. */
const narrow = 768

/** Fetches the canvas while the page that shows it is still on its way, if it is shown first. */
export async function startCanvas(): Promise<void> {
  const isFirst = storedMode() === 'canvas' && window.innerWidth >= narrow
  if (isFirst && readSession().user) await loadCanvas().catch(() => undefined)
}
