import { IconCircleCheck } from '@tabler/icons-react'
import { sizeText } from '../../../entities/file/index.ts'
import type { Upload } from '../../../entities/table-file/index.ts'

/** A file that was sent before, in part or whole. */
export function BegunUpload({ upload }: { upload: Upload }) {
  if (upload.complete) {
    return (
      <p className="mt-2 flex items-center gap-1.5 text-body text-good">
        <IconCircleCheck size={16} aria-hidden />
        {upload.fileName} is uploaded.
      </p>
    )
  }
  return (
    <p className="mt-2 max-w-110 text-body text-average">
      {sizeText(upload.offset)} of {upload.fileName} ({sizeText(upload.size)}) are uploaded. Choose the same
      file again to resume.
    </p>
  )
}
