import { useRef } from 'react'
import { Toolbar } from '@base-ui/react/toolbar'
import type { Editor } from '@tiptap/core'
import { IconPhoto } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { addImages, type ImageStore } from './editor-image.ts'

/** Chooses pictures for the place of the cursor. */
export function ImageButton({ editor, images }: { editor: Editor; images: ImageStore }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Toolbar.Button
        onClick={() => input.current?.click()}
        render={<IconButton size="sm" label="Image" icon={<IconPhoto aria-hidden />} />}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        aria-label="Images"
        tabIndex={-1}
        className="hidden-text"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Emptied, so that the same file can be chosen again.
          event.target.value = ''
          void addImages(editor.view, files, editor.state.selection.to, images)
          editor.view.focus()
        }}
      />
    </>
  )
}
