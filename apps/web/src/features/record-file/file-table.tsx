import { agoText, exactText } from '../../components/time-text.ts'
import { FileIcon, sizeText } from '../../entities/file/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { FileActions } from './file-actions.tsx'
import type { FileEntry } from './file-entries.rules.ts'
import { FileOrigin } from './file-origin.tsx'
import type { FileActs } from './use-file-acts.ts'

export interface FileListProps {
  entries: readonly FileEntry[]
  /** The record on whose page they are. */
  recordId: number
  acts: FileActs
  onOpen: (entry: FileEntry) => void
  onComment: (entry: FileEntry) => void
}

const columns: readonly { name: string; width: string }[] = [
  { name: 'Name', width: '' },
  { name: 'Size', width: 'w-24' },
  { name: 'Added by', width: 'w-40' },
  { name: 'Linked to', width: 'w-48' },
  { name: 'Added', width: 'w-28' },
]

/** Files as rows; on a phone each is a block. */
export function FileTable({ entries, ...rest }: FileListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <div className="overflow-x-auto" role="region" aria-label="Files" tabIndex={0}>
      <table className="w-full border-collapse text-body max-md:block md:min-w-190 md:table-fixed">
        <thead className="max-md:hidden">
          <tr className="border-y border-line text-left text-label text-2">
            {columns.map(({ name, width }) => (
              <th
                key={name}
                scope="col"
                className={cx('px-3 py-2 font-medium whitespace-nowrap first:pl-4 sm:first:pl-6', width)}
              >
                {name}
              </th>
            ))}
            <th scope="col" className="w-28">
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {entries.map((entry) => (
            <FileRow key={entry.key} entry={entry} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'px-3 py-1.5 max-md:inline-block max-md:p-0 max-md:pr-3'
const quiet = 'tabular text-label whitespace-nowrap text-2'

function FileRow({
  entry,
  recordId,
  acts,
  onOpen,
  onComment,
}: Omit<FileListProps, 'entries'> & { entry: FileEntry }) {
  const { file, group } = entry
  return (
    <tr className="relative border-b border-line hover:bg-hover max-md:block max-md:py-2 max-md:pl-4">
      <th
        scope="row"
        className="py-1.5 pr-3 pl-4 text-left font-medium sm:pl-6 max-md:block max-md:py-0 max-md:pr-26 max-md:pl-0"
      >
        <button
          type="button"
          onClick={() => onOpen(entry)}
          className="flex min-h-7 max-w-full min-w-0 items-center gap-2 rounded-chip text-left hover:underline"
        >
          <FileIcon file={file} className="shrink-0 text-3" />
          <span className="truncate" dir="auto">
            {file.name}
          </span>
        </button>
        {group.kind === 'file' && group.text && (
          <p className="line-clamp-2 pl-6 text-label font-normal wrap-anywhere text-2" dir="auto">
            {group.text}
          </p>
        )}
      </th>
      <td className={cx(cell, quiet, 'max-md:pl-6')}>{sizeText(file.size)}</td>
      <td className={cell}>
        <span className="flex items-center gap-1.5 text-label text-2">
          {group.createdBy && <Avatar name={group.createdBy.name} size={18} />}
          <span className="max-w-36 truncate">{group.createdBy?.name ?? 'Steward'}</span>
        </span>
      </td>
      <td className={cell}>
        <FileOrigin group={group} recordId={recordId} />
      </td>
      <td className={cx(cell, quiet)}>
        <time dateTime={group.occurredAt} {...tooltip(exactText(group.occurredAt))}>
          {agoText(group.occurredAt)}
        </time>
      </td>
      <td className="px-2 max-md:absolute max-md:top-1.5 max-md:right-1">
        <FileActions entry={entry} acts={acts} onComment={onComment} />
      </td>
    </tr>
  )
}
