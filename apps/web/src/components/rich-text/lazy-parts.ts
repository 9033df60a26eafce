import { lazy } from 'react'

/** They bring the editor along, which is large; nothing loads it before somebody writes. */
export const LazyRichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}))
export const LazyRichTextDialog = lazy(async () => ({
  default: (await import('./rich-text-dialog.tsx')).RichTextDialog,
}))
