import { lazy } from 'react'

/** The preview of a file, which loads when one is opened; put a `Suspense` around it. */
export const LazyFilePreview = lazy(async () => ({
  default: (await import('./file-preview.tsx')).FilePreview,
}))
