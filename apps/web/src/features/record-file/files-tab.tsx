import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { errorPanelProps } from '../../api/error-text.ts'
import { FileButton, FileDrop, LazyFilePreview, UploadList, type Uploads } from '../../entities/file/index.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { SearchField } from '../../components/search-field.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { numberText } from '../../ui/reader.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readStored, writeStored } from '../../ui/storage.ts'
import { CommentDrawer } from './comment-drawer.tsx'
import { entriesIn, foundIn, type FileEntry } from './file-entries.rules.ts'
import { FileGrid } from './file-grid.tsx'
import { FileTable } from './file-table.tsx'
import { filesQuery } from './files.calls.ts'
import { useFileActs } from './use-file-acts.ts'
import { usePutFiles } from './use-put-files.ts'

const lookKey = 'steward.files.look'

type Look = 'list' | 'grid'

const looks = [
  { value: 'list', label: 'List', icon: <IconList size={14} aria-hidden /> },
  { value: 'grid', label: 'Grid', icon: <IconLayoutGrid size={14} aria-hidden /> },
] as const

/** The files of a record and of those below it: dropped anywhere on the tab, looked at, pinned, taken away. */
export function FilesTab() {
  const { level, id } = useRecordScreen()
  const acts = useFileActs()
  const uploads = usePutFiles(level, id)
  const query = useInfiniteQuery(filesQuery(level, id))
  const entries = useMemo(() => entriesIn(query.data?.pages ?? []), [query.data])

  return (
    <FileDrop
      onFiles={uploads.add}
      disabled={!acts.mayWrite}
      label="Drop the files to upload them"
      className="flex min-h-full flex-col"
    >
      <FilesContent
        uploads={uploads}
        entries={entries}
        state={stateOf(query, entries.length)}
        onRetry={() => void query.refetch()}
        more={
          query.hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )
        }
      />
    </FileDrop>
  )
}

type State = { kind: 'loading' | 'some' | 'none' } | { kind: 'error'; error: Error }

function stateOf({ data, error }: { data?: object | undefined; error: Error | null }, count: number): State {
  if (!data) return error ? { kind: 'error', error } : { kind: 'loading' }
  return { kind: count > 0 ? 'some' : 'none' }
}

type FilesContentProps = {
  uploads: Uploads
  entries: readonly FileEntry[]
  state: State
  onRetry: () => void
  more: ReactNode
}

function FilesContent({ uploads, entries, state, onRetry, more }: FilesContentProps) {
  const { mayWrite } = useFileActs()
  const upload = (isFirst: boolean) =>
    mayWrite && (
      <FileButton
        label="Upload"
        variant={isFirst ? 'primary' : 'secondary'}
        size={isFirst ? 'md' : 'sm'}
        onFiles={uploads.add}
      />
    )
  if (state.kind === 'error') return <ErrorPanel {...errorPanelProps(state.error)} onRetry={onRetry} />
  if (state.kind === 'loading') return <RowsSkeleton />
  return (
    <>
      {uploads.list.length > 0 && (
        <div className="px-4 pt-3 sm:px-6">
          <UploadList uploads={uploads} />
        </div>
      )}
      {state.kind === 'none' ? (
        <EmptyState kind="nothing" title="No files yet" action={upload(true)}>
          Keep contracts, slide decks and minutes here.{' '}
          {mayWrite && 'Drop files anywhere here, up to 25 MB each.'}
        </EmptyState>
      ) : (
        <Listed entries={entries} upload={upload(false)} more={more} />
      )}
    </>
  )
}

function Listed({
  entries,
  upload,
  more,
}: Pick<FilesContentProps, 'entries' | 'more'> & { upload: ReactNode }) {
  const { id } = useRecordScreen()
  const acts = useFileActs()
  const [look, setLook] = useState<Look>(() => (readStored(lookKey) === 'grid' ? 'grid' : 'list'))
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<number | null>(null)
  const [commented, setCommented] = useState<FileEntry | null>(null)
  const found = useMemo(() => foundIn(entries, search), [entries, search])
  const shown = found.find(({ file }) => file.fileId === open)
  const Files = look === 'grid' ? FileGrid : FileTable

  function choose(next: Look) {
    setLook(next)
    writeStored(lookKey, next)
  }

  return (
    <>
      <div data-print="off" className="flex flex-wrap items-center gap-2 px-4 py-2.5 sm:px-6">
        <SearchField value={search} onChange={setSearch} label="Search files" />
        <p className="tabular mr-auto text-label text-3" role="status">
          {countText(found.length, more !== false)}
        </p>
        <Segmented label="View" value={look} onChange={choose} options={looks} />
        {upload}
      </div>
      {found.length === 0 ? (
        <EmptyState kind="no-match" title="No matching files">
          Try another word{more && ', or show more files'}.
        </EmptyState>
      ) : (
        <Files
          entries={found}
          recordId={id}
          acts={acts}
          onOpen={({ file }) => setOpen(file.fileId)}
          onComment={setCommented}
        />
      )}
      {more && <div className="p-4 sm:px-6">{more}</div>}
      {shown && (
        <Suspense>
          <LazyFilePreview
            file={shown.file}
            files={found.map(({ file }) => file)}
            onStep={({ fileId }) => setOpen(fileId)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {commented && <CommentDrawer entry={commented} onClose={() => setCommented(null)} />}
    </>
  )
}

function countText(count: number, isMore: boolean): string {
  return `${numberText(count)}${isMore ? '+' : ''} ${count === 1 && !isMore ? 'file' : 'files'}`
}

function RowsSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-6 py-5" aria-busy="true">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-8">
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-4 w-32" />
        </div>
      ))}
    </div>
  )
}
