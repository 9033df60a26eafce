import { errorPanelProps } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'

type UnreadableFileProps = {
  error: Error
  onRetry: () => void
  /** Reads the file as it was detected again; absent where nothing was corrected. */
  onReset: (() => void) | undefined
  onAnother: () => void
}

/** Why a file can't be read, and the ways on. */
export function UnreadableFile({ error, onRetry, onReset, onAnother }: UnreadableFileProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <ErrorPanel title="The file could not be read" {...errorPanelProps(error)} onRetry={onRetry} />
      {onReset && <Button onClick={onReset}>Undo my corrections</Button>}
      <Button onClick={onAnother}>Choose another file</Button>
    </div>
  )
}
