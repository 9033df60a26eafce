import { useRef } from 'react'
import { IconUpload } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'

type ChooseRatesProps = { name: string | undefined; busy: boolean; onFile: (file: File) => void }

/** The button that chooses the file, and what the file has to be. */
export function ChooseRates({ name, busy, onFile }: ChooseRatesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-body text-2">
        The reference rate history of the European Central Bank, as CSV, gzip or zip. The last published rate
        of each month is used.
      </p>
      <span className="flex min-w-0 items-center gap-3">
        <Button busy={busy && !name} icon={<IconUpload aria-hidden />} onClick={() => input.current?.click()}>
          {name ? 'Choose another file' : 'Choose a file'}
        </Button>
        {name && <span className="min-w-0 truncate text-body">{name}</span>}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Exchange rate file"
        accept=".csv,.gz,.zip,text/csv,application/gzip,application/zip"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
