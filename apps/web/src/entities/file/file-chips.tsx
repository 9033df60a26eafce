import { Suspense, useState } from 'react'
import { IconX } from '@tabler/icons-react'
import type { FileBrief } from '@steward/contracts/timeline'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from './file-icon.tsx'
import { LazyFilePreview } from './lazy-preview.ts'
import { sizeText } from './size-text.ts'

type FileChipsProps = {
  files: readonly FileBrief[]
  /** Lets each be taken away. */
  onRemove?: (file: FileBrief) => void
  className?: string
}

/** Attached files: pressed, one is shown, or offered for download. */
export function FileChips({ files, onRemove, className }: FileChipsProps) {
  const [open, setOpen] = useState<FileBrief | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className={cx('flex min-w-0 flex-wrap gap-1.5', className)} aria-label="Files">
        {files.map((file) => (
          <li
            key={file.fileId}
            className="flex h-7 max-w-full min-w-0 items-center rounded-control border border-line bg-surface"
          >
            <button
              type="button"
              onClick={() => setOpen(file)}
              className="flex h-full min-w-0 items-center gap-1.5 rounded-control px-2 text-label hover:bg-hover"
            >
              <FileIcon file={file} size={14} className="shrink-0 text-3" />
              <span className="max-w-56 truncate" dir="auto">
                {file.name}
              </span>
              <span className="tabular shrink-0 text-3">{sizeText(file.size)}</span>
            </button>
            {onRemove && (
              <button
                type="button"
                aria-label={`Remove ${file.name}`}
                onClick={() => onRemove(file)}
                className="mr-0.5 flex size-6 shrink-0 items-center justify-center rounded-chip text-3 hover:bg-hover hover:text-1"
              >
                <IconX size={12} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <LazyFilePreview file={open} files={files} onStep={setOpen} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
