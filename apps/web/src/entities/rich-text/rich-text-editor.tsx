import './rich-text.css'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Editor } from '@tiptap/core'
import { cx } from '../../ui/cx.ts'
import { editorExtensions, type EditorParts } from './editor-extensions.ts'
import { contentOfText, textOfEditor } from './editor-text.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { ImageFaults, useImages } from './image/image-faults.tsx'
import { MentionList, mentionAttributes, useOpenMentions } from './mention/mention-list.tsx'
import { createMentionPicker } from './mention/mention-picker.ts'
import { withWordLists } from './word-lists.ts'

export interface RichTextEditorProps {
  /** What it begins with; later changes of it do nothing. */
  text: string
  /** Its name; or the id of the element that names it. */
  label?: string
  labelledBy?: string
  id?: string
  describedBy?: string
  invalid?: boolean
  required?: boolean
  autoFocus?: boolean
  className?: string
  /** Whether an @ offers colleagues and records. They are notified where the text is logged, and nowhere else. */
  mentions?: boolean
  /** The record whose page it is on. Users who can't see it can't be mentioned. */
  recordId?: number
  /** Takes pictures, and shows how many are on their way: until there are none, the text is not whole. */
  onPending?: (count: number) => void
  /** What is in it now, as it is sent; empty where it is blank. Not called until someone changes it. */
  onChange: (text: string) => void
  /** Ctrl or Cmd and Enter. */
  onSubmit?: () => void
}

type Named = Pick<RichTextEditorProps, 'label' | 'labelledBy' | 'describedBy' | 'invalid' | 'required'>

function attributesOf({ label, labelledBy, describedBy, invalid, required }: Named, id: string) {
  const given = {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': invalid ? 'true' : undefined,
    'aria-required': required ? 'true' : undefined,
    class: 'rich-text min-h-full px-3 py-2.5 outline-none text-body text-1',
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Beside the lists of Word nothing reads the styles of what is pasted, and the browser would complain of each that it may not apply. */
function withoutStyles(html: string): string {
  return withWordLists(html.replaceAll(/<style\b[^>]*>[\s\S]*?<\/style>/gi, '')).replaceAll(
    /\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi,
    '',
  )
}

function createEditor(
  element: HTMLElement,
  text: string,
  parts: EditorParts,
  onChange: (text: string) => void,
): Editor {
  const editor = new Editor({
    element,
    extensions: editorExtensions(parts),
    content: contentOfText(text),
    // Styles within the page are not allowed to it; ours has them.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: withoutStyles,
      // Elsewhere it sends the form; an editor would break the line.
      handleKeyDown: (_view, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
    },
  })
  let reported = textOfEditor(editor)
  editor.on('update', () => {
    const next = textOfEditor(editor)
    if (next === reported) return
    reported = next
    onChange(next)
  })
  return editor
}

/** Text with headings, lists, tasks, tables and links. What is pasted keeps of its form what Steward knows. */
export function RichTextEditor(props: RichTextEditorProps) {
  const ownId = useId()
  const { label, labelledBy, id = ownId, describedBy, invalid, required, autoFocus, className } = props
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [holder, setHolder] = useState<HTMLElement | null>(null)
  const [editor, setEditor] = useState<Editor>()
  const [picker] = useState(createMentionPicker)
  const open = useOpenMentions(picker)
  const images = useImages(props.onPending)
  const listId = `${id}-mentions`
  const attributes = useMemo(
    () => ({
      ...attributesOf({ label, labelledBy, describedBy, invalid, required }, id),
      ...mentionAttributes(open, listId),
    }),
    [label, labelledBy, describedBy, invalid, required, id, open, listId],
  )

  useEffect(() => picker.setRecord(props.recordId), [picker, props.recordId])
  useEffect(() => {
    if (!holder) return
    const { text, mentions, onPending } = latest.current
    const parts = { ...(mentions && { picker }), ...(onPending && { images: images.store }) }
    const made = createEditor(holder, text, parts, (next) => latest.current.onChange(next))
    setEditor(made)
    return () => made.destroy()
  }, [holder, picker, images.store])

  useEffect(() => {
    editor?.setOptions({ editorProps: { ...editor.options.editorProps, attributes } })
  }, [editor, attributes])
  useEffect(() => {
    if (autoFocus) editor?.commands.focus('end')
  }, [editor, autoFocus])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !props.onSubmit) return
    event.preventDefault()
    event.stopPropagation()
    props.onSubmit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The key that submits works from text and toolbar.
    <div
      onKeyDown={onKeyDown}
      className={cx(
        'flex min-h-0 flex-col rounded-control border bg-surface focus-within:outline-2 focus-within:-outline-offset-1',
        invalid
          ? 'border-poor focus-within:outline-poor'
          : 'border-edge focus-within:border-accent-text focus-within:outline-accent-text',
        className,
      )}
    >
      {editor ? (
        <EditorToolbar editor={editor} controls={id} images={props.onPending && images.store} />
      ) : (
        <div className="h-9 border-b border-line" />
      )}
      <div ref={setHolder} className="min-h-24 flex-1 cursor-text overflow-y-auto [&>*]:min-h-24" />
      {editor && <ImageFaults editor={editor} images={images} />}
      {open && <MentionList open={open} id={listId} />}
    </div>
  )
}
