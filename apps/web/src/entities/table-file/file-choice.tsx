import type { ReactNode } from 'react'
import { useDirty } from '../../ui/dirty.ts'
import { DropZone } from './drop-zone.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useFileUpload } from './use-file-upload.ts'

const nothing = (): void => undefined

/** Takes a file and sends it; `children` say what it is for. */
export function FileChoice({
  children,
  onDone,
}: {
  children: ReactNode
  onDone: (uploadId: string) => void
}) {
  const { file, error, send, cancel } = useFileUpload({ onBegun: nothing, onDone, onCancelled: nothing })
  useDirty(file !== null)
  return (
    <section aria-label="File" className="flex flex-col gap-3">
      <p className="text-2">{children}</p>
      {file ? (
        <UploadProgress file={file} onCancel={cancel} />
      ) : (
        <DropZone error={error} onFile={(chosen) => void send(chosen, null)} />
      )}
    </section>
  )
}
