import type { ReactNode } from 'react'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Detection, TableSettings } from '../bulk.calls.ts'
import { delimiterNames, encodingNames, optionsOf, quoteNames } from './read-words.ts'

type ReadSettingsProps = {
  detection: Detection
  /** A correction; the file is read again with it. */
  onChange: (change: Partial<TableSettings>) => void
}

const headerOptions = [
  { value: 'names', label: 'the column names' },
  { value: 'data', label: 'data like the others' },
]

/** How the file is read, in sentences that are open to correction. */
export function ReadSettings({ detection: { settings, sheets }, onChange }: ReadSettingsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {settings.format === 'csv' ? (
        <TextSettings settings={settings} onChange={onChange} />
      ) : (
        <Sentence begin="The table is on the sheet">
          <Select
            aria-label="The table is on the sheet"
            value={settings.sheet ?? sheets[0] ?? null}
            onChange={(sheet) => sheet !== null && onChange({ sheet })}
            options={sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          />
        </Sentence>
      )}
      <Sentence begin="The first row holds">
        <Select
          aria-label="The first row holds"
          value={settings.header ? 'names' : 'data'}
          onChange={(choice) => onChange({ header: choice === 'names' })}
          options={headerOptions}
        />
      </Sentence>
      <Sentence begin="Rows above it to skip">
        <NumberField
          aria-label="Rows above it to skip"
          min={0}
          max={1000}
          decimals={0}
          value={settings.skipLines}
          onChange={(lines) =>
            lines !== null && lines >= 0 && lines <= 1000 && onChange({ skipLines: lines })
          }
        />
      </Sentence>
    </ul>
  )
}

function Sentence({ begin, children }: { begin: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-1 items-center gap-x-3 gap-y-1 sm:grid-cols-[13rem_minmax(0,16rem)]">
      <span aria-hidden>{begin}</span>
      {children}
    </li>
  )
}

type TextSettingsProps = { settings: TableSettings } & Pick<ReadSettingsProps, 'onChange'>

function TextSettings({ settings, onChange }: TextSettingsProps) {
  return (
    <>
      <Sentence begin="The text is written in">
        <Select
          aria-label="The text is written in"
          value={settings.encoding}
          onChange={(encoding) => encoding && onChange({ encoding })}
          options={optionsOf(encodingNames, settings.encoding)}
        />
      </Sentence>
      <Sentence begin="The columns are separated by a">
        <Select
          aria-label="The columns are separated by a"
          value={settings.delimiter}
          onChange={(delimiter) => delimiter && onChange({ delimiter })}
          options={optionsOf(delimiterNames, settings.delimiter)}
        />
      </Sentence>
      <Sentence begin="Texts are put between">
        <Select
          aria-label="Texts are put between"
          value={settings.quote}
          onChange={(quote) => quote !== null && onChange({ quote })}
          options={optionsOf(quoteNames, settings.quote)}
        />
      </Sentence>
    </>
  )
}
