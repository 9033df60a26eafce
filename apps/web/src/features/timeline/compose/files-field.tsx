import type { FileBrief } from '@steward/contracts/timeline'
import { AttachFiles } from '../../../entities/file/index.ts'

type FilesFieldProps = {
  files: readonly FileBrief[]
  onChange: (files: FileBrief[]) => void
  onPending: (count: number) => void
  error?: string
}

/** Files that go with an entry. */
export function FilesField({ files, onChange, onPending, error }: FilesFieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <AttachFiles value={files} onChange={(next) => onChange([...next])} onPending={onPending} />
      {error && (
        <p role="alert" className="text-label text-poor">
          {error}
        </p>
      )}
    </div>
  )
}
