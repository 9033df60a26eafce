export { LazyRichTextEditor } from './lazy-parts.ts'
export { LongText } from './long-text.tsx'
export { RichTextEditor } from './rich-text-editor.tsx'
export { StoredTextView } from './rich-text-view.tsx'
