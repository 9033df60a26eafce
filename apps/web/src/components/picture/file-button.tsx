import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'

/** Chooses a file with a picture. */
export function FileButton({ hasPicture, onFile }: { hasPicture: boolean; onFile: (file?: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        {hasPicture ? 'Change picture' : 'Choose picture'}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Picture"
        tabIndex={-1}
        className="hidden-text"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Emptied, so that the same file can be chosen again.
          event.target.value = ''
          onFile(file)
        }}
      />
    </>
  )
}
