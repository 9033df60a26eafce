import { IconCloudOff, IconFileSpreadsheet } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { sizeText } from '../file/index.ts'
import type { SendingFile } from './use-file-upload.ts'

const words: Record<SendingFile['state'], string> = {
  checking: 'Checking the file',
  sending: 'Uploading',
  paused: 'Connection lost. The upload resumes when it is back.',
}

/** A file on its way to the server. */
export function UploadProgress({ file, onCancel }: { file: SendingFile; onCancel: () => void }) {
  const part = Math.floor((file.sent / Math.max(1, file.size)) * 100)
  const isPaused = file.state === 'paused'
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <IconFileSpreadsheet size={20} stroke={1.5} className="shrink-0 text-3" aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{file.name}</p>
          <p className="tabular text-label text-2">
            {sizeText(file.sent)} of {sizeText(file.size)}
          </p>
        </div>
        <span className="tabular text-lead font-semibold">{part}%</span>
        <Button size="sm" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
      <ProgressBar label={`Uploading ${file.name}`} value={part} tone={isPaused ? 'average' : 'accent'} />
      <p
        role="status"
        className={isPaused ? 'flex items-center gap-1.5 text-label text-average' : 'text-label text-2'}
      >
        {isPaused && <IconCloudOff size={14} aria-hidden />}
        {words[file.state]}
      </p>
    </div>
  )
}
