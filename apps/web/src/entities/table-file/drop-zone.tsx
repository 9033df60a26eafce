import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { acceptedFiles } from './accepted-files.ts'

type DropZoneProps = {
  error: string | null
  /** Whether another file takes the place of one that is there. */
  replaces?: boolean
  /** The text of the button where files are added to others. */
  action?: string
  /** What is said below, for example of a file that is there. */
  children?: ReactNode
  onFile: (file: File) => void
  /** Takes several files at once, where they belong together. */
  onFiles?: (files: File[]) => void
}

/** Takes a file by dropping it or through the browser's file dialog. */
export function DropZone({ error, replaces = false, action, children, onFile, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false)

  function onChosen(files: Iterable<File>) {
    const all = [...files]
    const [file, ...more] = all
    if (file && more.length > 0 && onFiles) onFiles(all)
    else if (file) onFile(file)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onChosen(event.dataTransfer.files)
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        'flex flex-col items-center gap-2 rounded-card border border-dashed px-4 py-10 text-center',
        over ? 'border-accent bg-accent-soft' : 'border-edge bg-sunken',
        error && 'border-poor',
      )}
    >
      <IconFileSpreadsheet
        size={32}
        stroke={1.25}
        className={over ? 'text-accent-text' : 'text-3'}
        aria-hidden
      />
      <p className="text-title font-semibold">{titleOf(over, onFiles !== undefined)}</p>
      <p className="text-label text-2">CSV, TSV or XLSX, up to 4 GB</p>
      <FileButton
        action={action ?? actionOf(replaces)}
        replaces={replaces}
        several={onFiles !== undefined}
        onChosen={onChosen}
      />
      <div role="alert">
        {error && (
          <p className="mt-2 flex items-start gap-1.5 text-body text-poor">
            <IconAlertCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
            {error}
          </p>
        )}
      </div>
      {!error && children}
    </div>
  )
}

const actionOf = (replaces: boolean): string => (replaces ? 'Choose another file' : 'Choose a file')

type FileButtonProps = {
  action: string
  replaces: boolean
  several: boolean
  onChosen: (files: File[]) => void
}

function titleOf(over: boolean, several: boolean): string {
  if (over) return 'Drop it here'
  return several ? 'Drop a file here, or several that belong together' : 'Drop a file here'
}

function FileButton({ action, replaces, several, onChosen }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        className="mt-1"
        variant={replaces ? 'secondary' : 'primary'}
        onClick={() => input.current?.click()}
      >
        {action}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={several}
        accept={acceptedFiles}
        aria-label="File to import"
        tabIndex={-1}
        className="hidden-text"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Emptied, so that the same file can be chosen again after a correction.
          event.target.value = ''
          onChosen(files)
        }}
      />
    </>
  )
}
