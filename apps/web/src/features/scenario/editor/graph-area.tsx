import { Suspense, useState } from 'react'
import { PageContent } from '../../../components/page-frame.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { GraphView } from './graph-view.ts'
import { Outline } from '../outline/outline.tsx'
import type { GraphMode } from './graph-mode.ts'
import { canvasAtOnce, loadCanvas } from './load-canvas.ts'

const LazyCanvas = lazyPart(loadCanvas, 'Canvas')

export function GraphArea({ mode, view }: { mode: GraphMode; view: GraphView }) {
  const [Canvas] = useState(() => canvasAtOnce() ?? LazyCanvas)
  if (mode === 'outline') {
    return (
      <PageContent className="h-full">
        <Outline view={view} />
      </PageContent>
    )
  }
  return (
    <Suspense fallback={<Skeleton className="m-6 h-64" />}>
      <Canvas view={view} />
    </Suspense>
  )
}
