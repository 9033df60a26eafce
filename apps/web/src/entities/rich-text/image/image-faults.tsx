import { useEffect, useMemo, useRef, useState } from 'react'
import type { Editor } from '@tiptap/core'
import { errorText } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { addImages, type ImageStore } from './editor-image.ts'
import { ImageFault, storeNoteImage } from './note-image.ts'

type Fault = { text: string; file: File }

export interface Images {
  store: ImageStore
  fault: Fault | null
  dismiss(): void
}

/** Stores the pictures of a text, and keeps the last one that could not be stored. */
export function useImages(onPending: ((count: number) => void) | undefined): Images {
  const [fault, setFault] = useState<Fault | null>(null)
  const tell = useRef(onPending)
  useEffect(() => {
    tell.current = onPending
  })
  const store = useMemo(
    (): ImageStore => ({
      store: storeNoteImage,
      onPending: (count) => tell.current?.(count),
      onFault: (error, file) =>
        setFault({ file, text: error instanceof ImageFault ? error.message : errorText(error) }),
    }),
    [],
  )
  return useMemo(() => ({ store, fault, dismiss: () => setFault(null) }), [store, fault])
}

/** Why a picture is not in the text, and how to try again. */
export function ImageFaults({ editor, images }: { editor: Editor; images: Images }) {
  const { store, fault, dismiss } = images
  if (!fault) return null
  const retry = () => {
    dismiss()
    void addImages(editor.view, [fault.file], editor.state.selection.to, store)
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-1.5 text-label"
    >
      <p className="min-w-40 flex-1 text-poor">{fault.text}</p>
      <Button size="sm" onClick={retry}>
        Retry
      </Button>
      <Button size="sm" variant="ghost" onClick={dismiss}>
        Dismiss
      </Button>
    </div>
  )
}
