import { useQuery } from '@tanstack/react-query'
import type { FileBrief } from '@steward/contracts/timeline'
import { fileAddressQuery, FileIcon, sizeText } from '../../entities/file/index.ts'
import { agoText } from '../../components/time-text.ts'
import { FileActions } from './file-actions.tsx'
import type { FileListProps } from './file-table.tsx'

/** Larger pictures are shown once they are opened, in bytes. */
const mostOfThumbnail = 4 * 1024 * 1024

/** Files as tiles, pictures with what they show. */
export function FileGrid({ entries, acts, onOpen, onComment }: FileListProps) {
  return (
    <ul
      aria-label="Files"
      className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3 px-4 py-3 sm:px-6"
    >
      {entries.map((entry) => (
        <li key={entry.key} className="flex min-w-0 flex-col rounded-card border border-line bg-surface">
          <button
            type="button"
            onClick={() => onOpen(entry)}
            aria-label={`Open ${entry.file.name}`}
            className="flex h-28 items-center justify-center overflow-hidden rounded-t-card bg-sunken hover:bg-hover"
          >
            <Thumbnail file={entry.file} />
          </button>
          <div className="flex min-w-0 flex-col gap-0.5 border-t border-line px-2.5 pt-2">
            <p className="truncate text-label font-medium" dir="auto" title={entry.file.name}>
              {entry.file.name}
            </p>
            <p className="tabular truncate text-meta text-3">
              {sizeText(entry.file.size)} · {agoText(entry.group.occurredAt)}
            </p>
          </div>
          <div className="px-1 pb-1">
            <FileActions entry={entry} acts={acts} onComment={onComment} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ file }: { file: FileBrief }) {
  const isPicture = file.mediaType.startsWith('image/') && file.size <= mostOfThumbnail
  const { data: address } = useQuery({ ...fileAddressQuery(file.fileId), enabled: isPicture })
  if (!address) return <FileIcon file={file} size={32} className="text-3" />
  return <img src={address} alt="" loading="lazy" className="size-full object-cover" />
}
