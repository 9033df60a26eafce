import { lazyPart } from '../../ui/lazy-part.tsx'

/** The preview of a file, which loads when one is opened; put a `Suspense` around it. */
export const LazyFilePreview = lazyPart(() => import('./file-preview.tsx'), 'FilePreview')
