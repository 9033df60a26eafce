import { useEffect, useRef, type ReactNode } from 'react'
import { mostAttachments } from '@steward/contracts/plain/stored-file'
import type { FileBrief } from '@steward/contracts/timeline'
import { toast } from '../../ui/toast.tsx'
import { FileButton } from './file-button.tsx'
import { FileChips } from './file-chips.tsx'
import { FileDrop } from './file-drop.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

type AttachFilesProps = {
  value: readonly FileBrief[]
  onChange: (files: readonly FileBrief[]) => void
  /** How many are on their way; a form waits for them before it is sent. */
  onPending?: (count: number) => void
  label?: string
  disabled?: boolean
  /** Files may be dropped on what is here too. */
  children?: ReactNode
}

/** Attaches files to what is being written: by button, or dropped on it. They are sent at once. */
export function AttachFiles({
  value,
  onChange,
  onPending,
  label = 'Attach files',
  disabled,
  children,
}: AttachFilesProps) {
  // Several may arrive before the form has drawn the first.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const uploads = useUploads(({ fileId, name, mediaType, size }) => {
    latest.current = [...latest.current, { fileId, name, mediaType, size }]
    onChange(latest.current)
  })
  const { pending } = uploads
  useEffect(() => onPending?.(pending), [pending, onPending])

  function add(files: File[]) {
    const room = Math.max(0, mostAttachments - value.length - pending)
    if (files.length > room)
      toast.error(`At most ${mostAttachments} files can be attached.`, { subject: 'attach' })
    uploads.add(files.slice(0, room))
  }

  return (
    <FileDrop onFiles={add} disabled={disabled} className="flex flex-col gap-2">
      {children}
      <FileChips
        files={value}
        onRemove={({ fileId }) => onChange(value.filter((file) => file.fileId !== fileId))}
      />
      <UploadList uploads={uploads} />
      <div>
        <FileButton label={label} onFiles={add} disabled={disabled} variant="ghost" />
      </div>
    </FileDrop>
  )
}
