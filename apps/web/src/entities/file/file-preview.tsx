import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { isShown } from '@steward/contracts/plain/stored-file'
import type { FileBrief } from '@steward/contracts/timeline'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { downloadFile, fileAddressQuery, fileTextQuery } from './file.calls.ts'
import { sizeText } from './size-text.ts'

type FilePreviewProps = {
  file: FileBrief
  /** Those that arrows lead to. */
  files?: readonly FileBrief[]
  onStep?: (file: FileBrief) => void
  onClose: () => void
}

const alone: readonly FileBrief[] = []

/** Shows a picture, a PDF or a text; of other files it says that they can be downloaded. */
export function FilePreview({ file, files = alone, onStep, onClose }: FilePreviewProps) {
  const at = files.findIndex(({ fileId }) => fileId === file.fileId)
  const before = files[at - 1]
  const after = at < 0 ? undefined : files[at + 1]

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const next = { ArrowLeft: before, ArrowRight: after }[event.key]
      if (next) onStep?.(next)
    }
    // On the way down: the dialog keeps arrows to itself.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [before, after, onStep])

  return (
    <Dialog
      open
      width={960}
      title={file.name}
      description={sizeText(file.size)}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          {onStep && files.length > 1 && (
            <span className="mr-auto flex items-center gap-1">
              <IconButton
                label="Previous file"
                icon={<IconChevronLeft aria-hidden />}
                disabled={!before}
                onClick={() => before && onStep(before)}
              />
              <IconButton
                label="Next file"
                icon={<IconChevronRight aria-hidden />}
                disabled={!after}
                onClick={() => after && onStep(after)}
              />
              <span className="tabular text-label text-3">
                {at + 1} of {files.length}
              </span>
            </span>
          )}
          <Button
            variant="primary"
            icon={<IconDownload aria-hidden />}
            onClick={() =>
              void downloadFile(file.fileId).catch((error: unknown) => toast.error(errorText(error)))
            }
          >
            Download
          </Button>
        </>
      }
    >
      <div className="flex h-[48dvh] items-center justify-center overflow-hidden rounded-card border border-line bg-sunken">
        {isShownHere(file.mediaType) ? (
          <Shown key={file.fileId} file={file} />
        ) : (
          <EmptyState kind="nothing" title="No preview">
            Download the file to open it.
          </EmptyState>
        )}
      </div>
    </Dialog>
  )
}

/** Phones show a PDF only as a page of its own. */
function isShownHere(mediaType: string): boolean {
  return isShown(mediaType) && (mediaType !== 'application/pdf' || navigator.pdfViewerEnabled)
}

function Shown({ file }: { file: FileBrief }) {
  const { data: address, error, refetch } = useQuery(fileAddressQuery(file.fileId))
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!address) return <Spinner label="Loading preview" />
  if (file.mediaType === 'text/plain') return <TextPreview address={address} />
  if (file.mediaType === 'application/pdf') {
    return (
      // oxlint-disable-next-line react/iframe-missing-sandbox -- it would keep the viewer out; the address has a policy of its own
      <iframe src={`${address}#navpanes=0`} title={file.name} className="size-full border-0 bg-surface" />
    )
  }
  return <img src={address} alt={file.name} className="max-h-full max-w-full object-contain" />
}

function TextPreview({ address }: { address: string }) {
  const { data, error } = useQuery(fileTextQuery(address))
  if (error) return <ErrorPanel text={error.message} />
  if (!data) return <Spinner label="Loading preview" />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <div className="size-full overflow-auto p-4" role="region" aria-label="File content" tabIndex={0}>
      <pre className="font-mono text-label whitespace-pre-wrap wrap-anywhere" dir="auto">
        {data.text}
      </pre>
      {data.isCut && (
        <p className="mt-3 text-label text-3">The preview ends here. Download the file to see the rest.</p>
      )}
    </div>
  )
}
