import { cx } from '../../ui/cx.ts'
import { ReadSettings } from './read-settings.tsx'
import { readingText } from './read-words.ts'
import { SampleTable } from './sample-table.tsx'
import type { Detection, TableSettings } from './table-file.calls.ts'

type FileReadingProps = {
  detection: Detection
  /** Whether the file is being read again. */
  busy: boolean
  onChange: (change: Partial<TableSettings>) => void
}

/** How the file is read, to be corrected where it is wrong, and its first rows. */
export function FileReading({ detection, busy, onChange }: FileReadingProps) {
  return (
    <section aria-label="How the file is read" aria-busy={busy} className="flex flex-col gap-2">
      <h2 className="font-medium">How the file is read</h2>
      <p className="text-2">{readingText(detection)}</p>
      <details>
        <summary className="w-fit cursor-pointer rounded-chip text-label text-2">Check and correct</summary>
        <div className={cx('mt-3 flex flex-col gap-4', busy && 'opacity-60')}>
          <ReadSettings detection={detection} onChange={onChange} />
          {detection.notes.length > 0 && (
            <ul className="list-disc pl-5 text-label text-2">
              {detection.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          <SampleTable detection={detection} />
        </div>
      </details>
    </section>
  )
}
