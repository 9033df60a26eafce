import { Suspense, useEffect, useState } from 'react'
import { PageContent } from '../../../components/page-frame.tsx'
import { drawNow, focusOn } from '../../../ui/draw-now.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { replayKeys } from '../../../ui/typed-ahead.ts'
import { graphEntrance, isGraphAwaited } from './graph-focus.ts'
import type { GraphView } from './graph-view.ts'
import { Outline } from '../outline/outline.tsx'
import type { GraphMode } from './graph-mode.ts'
import { canvasAtOnce, loadCanvas } from './load-canvas.ts'

/** Tries again where the script does not come, and says so. */
const LazyCanvas = lazyPart(loadCanvas, 'Canvas')

/**
 * The canvas once its script is there. A `Suspense` that waited for it would show it 300 ms after its fallback at the
 * earliest, which React does to spare people a flicker.
 */
export function GraphArea({ mode, view }: { mode: GraphMode; view: GraphView }) {
  const [Canvas, setCanvas] = useState(canvasAtOnce)
  const isMissing = mode === 'canvas' && !Canvas
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    const show = (Known: typeof LazyCanvas) => {
      if (isGone) return
      const isAwaited = isGraphAwaited()
      drawNow(() => setCanvas(() => Known))
      if (!isAwaited) return
      focusOn(graphEntrance)
      replayKeys()
    }
    loadCanvas().then(
      (script) => show(script.Canvas),
      () => show(LazyCanvas),
    )
    return () => {
      isGone = true
    }
  }, [isMissing])
  if (mode === 'outline') {
    return (
      <PageContent className="h-full">
        <Outline view={view} />
      </PageContent>
    )
  }
  const waiting = (
    <div tabIndex={-1} data-graph-waiting className="h-full p-6 outline-none">
      <Skeleton className="h-64" />
    </div>
  )
  return Canvas ? (
    <Suspense fallback={waiting}>
      <Canvas view={view} />
    </Suspense>
  ) : (
    waiting
  )
}
