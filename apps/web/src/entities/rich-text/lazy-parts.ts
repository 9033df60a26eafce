import { lazyPart } from '../../ui/lazy-part.tsx'

/** It brings the editor along, which is large; nothing loads it before someone writes. */
export const LazyRichTextEditor = lazyPart(() => import('./rich-text-editor.tsx'), 'RichTextEditor')
