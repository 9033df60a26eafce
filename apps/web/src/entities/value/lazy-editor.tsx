import { Suspense } from 'react'
import type { InlineEditorProps } from './inline-editor.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const load = () => import('./inline-editor.tsx')
const InlineEditor = lazyPart(load, 'InlineEditor')

/** An `InlineEditor` that loads when the first value is edited. */
export function LazyEditor(props: InlineEditorProps) {
  return (
    <Suspense>
      <InlineEditor {...props} />
    </Suspense>
  )
}

/** Loads the editors as soon as someone turns to the values, so that the first key finds them. */
export function preloadEditor(): void {
  void load()
}
