import { lazyPart } from '../../../ui/lazy-part.tsx'

/** It brings the editor along, which is large; nothing loads it before someone writes. */
export const LazyRichTextDialog = lazyPart(() => import('./rich-text-dialog.tsx'), 'RichTextDialog')
