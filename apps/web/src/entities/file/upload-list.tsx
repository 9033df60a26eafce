import { IconAlertCircle, IconRefresh, IconX } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { sizeText } from './size-text.ts'
import type { Upload } from './upload-queue.ts'
import type { Uploads } from './use-uploads.ts'

/** Files on their way, each with its progress, and those that could not be sent with the reason. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.list.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5" aria-label="Uploads">
      {uploads.list.map((upload) => (
        <UploadRow key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { id, name, size, sent, problem, mayRetry } = upload
  return (
    <li className="flex min-h-9 items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-2.5">
      {problem === null ? (
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-baseline gap-2 text-label">
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {name}
            </span>
            <span className="tabular shrink-0 text-3">
              {sizeText(sent)} of {sizeText(size)}
            </span>
          </div>
          <ProgressBar value={sent} max={Math.max(1, size)} label={`Upload of ${name}`} />
        </div>
      ) : (
        <p role="alert" className="flex min-w-0 flex-1 items-start gap-1.5 text-label text-poor">
          <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">{mayRetry ? `${name}: ${problem}` : problem}</span>
        </p>
      )}
      {mayRetry && (
        <IconButton
          size="sm"
          label={`Send ${name} again`}
          icon={<IconRefresh aria-hidden />}
          onClick={() => uploads.retry(id)}
        />
      )}
      <IconButton
        size="sm"
        label={problem === null ? `Cancel ${name}` : `Dismiss ${name}`}
        icon={<IconX aria-hidden />}
        onClick={() => uploads.cancel(id)}
      />
    </li>
  )
}
