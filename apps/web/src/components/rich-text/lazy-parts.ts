import { lazyPart } from '../../ui/lazy-part.tsx'

/** They bring the editor along, which is large; nothing loads it before someone writes. */
export const LazyRichTextEditor = lazyPart(() => import('./rich-text-editor.tsx'), 'RichTextEditor')
export const LazyRichTextDialog = lazyPart(() => import('./rich-text-dialog.tsx'), 'RichTextDialog')
