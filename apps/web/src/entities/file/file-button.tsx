import { useRef } from 'react'
import { IconPaperclip } from '@tabler/icons-react'
import { Button, type ButtonVariant, type ControlSize } from '../../ui/button.tsx'

type FileButtonProps = {
  label: string
  onFiles: (files: File[]) => void
  variant?: ButtonVariant
  size?: ControlSize
  disabled?: boolean
}

/** Opens the browser's choice of files. */
export function FileButton({
  label,
  onFiles,
  variant = 'secondary',
  size = 'sm',
  disabled,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={disabled}
        icon={<IconPaperclip aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        aria-label={label}
        tabIndex={-1}
        className="hidden-text"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Emptied, so that the same file can be chosen again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
