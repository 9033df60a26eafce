import type { ReactNode } from 'react'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Detection, TableSettings } from './table-file.calls.ts'
import { delimiterNames, encodingNames, optionsOf, quoteNames } from './read-words.ts'

type ReadSettingsProps = {
  detection: Detection
  /** A correction; the file is read again with it. */
  onChange: (change: Partial<TableSettings>) => void
}

const headerOptions = [
  { value: 'names', label: 'the column names' },
  { value: 'data', label: 'data' },
]

const shortRowOptions = [
  { value: 'refuse', label: 'are skipped' },
  { value: 'fill', label: 'get empty cells' },
]

const totalsOptions = [
  { value: 'leaveOut', label: 'is left out' },
  { value: 'import', label: 'is imported' },
]

/** How the file is read, in sentences that are open to correction. */
export function ReadSettings({ detection: { settings, sheets }, onChange }: ReadSettingsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {settings.format === 'csv' ? (
        <TextSettings settings={settings} onChange={onChange} />
      ) : (
        <Sentence begin="Sheet">
          <Select
            aria-label="Sheet"
            value={settings.sheet ?? sheets[0] ?? null}
            onChange={(sheet) => sheet !== null && onChange({ sheet })}
            options={sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          />
        </Sentence>
      )}
      <Sentence begin="The first row contains">
        <Select
          aria-label="The first row contains"
          value={settings.header ? 'names' : 'data'}
          onChange={(choice) => onChange({ header: choice === 'names' })}
          options={headerOptions}
        />
      </Sentence>
      <Sentence begin="Rows to skip above it">
        <NumberField
          aria-label="Rows to skip above it"
          min={0}
          max={1000}
          decimals={0}
          value={settings.skipLines}
          onChange={(lines) =>
            lines !== null && lines >= 0 && lines <= 1000 && onChange({ skipLines: lines })
          }
        />
      </Sentence>
      <Sentence begin="A totals line at the end">
        <Select
          aria-label="A totals line at the end"
          value={settings.keepTotals ? 'import' : 'leaveOut'}
          onChange={(choice) => onChange({ keepTotals: choice === 'import' })}
          options={totalsOptions}
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
      <Sentence begin="Encoding">
        <Select
          aria-label="Encoding"
          value={settings.encoding}
          onChange={(encoding) => encoding && onChange({ encoding })}
          options={optionsOf(encodingNames, settings.encoding)}
        />
      </Sentence>
      <Sentence begin="Delimiter">
        <Select
          aria-label="Delimiter"
          value={settings.delimiter}
          onChange={(delimiter) => delimiter && onChange({ delimiter })}
          options={optionsOf(delimiterNames, settings.delimiter)}
        />
      </Sentence>
      <Sentence begin="Text qualifier">
        <Select
          aria-label="Text qualifier"
          value={settings.quote}
          onChange={(quote) => quote !== null && onChange({ quote })}
          options={optionsOf(quoteNames, settings.quote)}
        />
      </Sentence>
      <Sentence begin="Rows shorter than the header">
        <Select
          aria-label="Rows shorter than the header"
          value={settings.fillShort ? 'fill' : 'refuse'}
          onChange={(choice) => onChange({ fillShort: choice === 'fill' })}
          options={shortRowOptions}
        />
      </Sentence>
    </>
  )
}
