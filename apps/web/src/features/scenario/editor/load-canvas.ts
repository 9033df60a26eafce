type CanvasScript = typeof import('../canvas/canvas.tsx')

let loaded: CanvasScript | undefined

/** The library of the canvas is large, and the outline does without it. */
export async function loadCanvas(): Promise<CanvasScript> {
  loaded ??= await import('../canvas/canvas.tsx')
  return loaded
}

/** The canvas where its script is there already, so that nothing is drawn before it; undefined else. */
export const canvasAtOnce = (): CanvasScript['Canvas'] | undefined => loaded?.Canvas
