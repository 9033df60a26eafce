import { Suspense } from 'react'
import { isRichText, plainTextOf } from '@steward/rich-text'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Most long texts are plain, and need none of it.
const LazyView = lazyPart(() => import('./rich-text-view.tsx'), 'StoredTextView')

/** A stored long text at full length: a document with its form, a plain text with its lines. */
export function LongText({ text }: { text: string }) {
  const plain = <div className="whitespace-pre-wrap wrap-anywhere">{plainTextOf(text)}</div>
  if (!isRichText(text)) return plain
  return (
    <Suspense fallback={plain}>
      <LazyView text={text} />
    </Suspense>
  )
}
