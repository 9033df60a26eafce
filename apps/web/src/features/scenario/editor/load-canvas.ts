/** The library of the canvas is large, and the outline does without it. */
export const loadCanvas = () => import('../canvas/canvas.tsx')
