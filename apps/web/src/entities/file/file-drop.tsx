import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

type FileDropProps = {
  onFiles: (files: File[]) => void
  disabled?: boolean
  /** What it says while files are held over it. */
  label?: string
  className?: string
  children: ReactNode
}

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** An area on which files may be dropped anywhere. */
export function FileDrop({
  onFiles,
  disabled,
  label = 'Drop the files here',
  className,
  children,
}: FileDropProps) {
  const [over, setOver] = useState(false)
  // The pointer enters and leaves every element inside.
  const depth = useRef(0)
  if (disabled) return <div className={cx('relative', className)}>{children}</div>

  const end = () => {
    depth.current = 0
    setOver(false)
  }
  return (
    <div
      className={cx('relative', className)}
      onDragEnter={(event) => {
        if (!bringsFiles(event)) return
        depth.current += 1
        setOver(true)
      }}
      onDragOver={(event) => {
        if (bringsFiles(event)) event.preventDefault()
      }}
      onDragLeave={(event) => {
        if (!bringsFiles(event)) return
        depth.current -= 1
        if (depth.current <= 0) end()
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        end()
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-1 z-10 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-accent-soft/90 text-title font-semibold text-accent-text"
        >
          {label}
        </div>
      )}
    </div>
  )
}
