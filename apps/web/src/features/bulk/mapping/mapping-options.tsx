import { useQuery } from '@tanstack/react-query'
import { dateFormats, numberFormats } from '@steward/contracts/plain/cell-format'
import type { ColumnMapping, ImportConfig } from '@steward/contracts/sheet'
import { referredLevel } from '@steward/contracts/data-type'
import { levelOf, type Level } from '@steward/contracts/level'
import { levelFieldsQuery, type LevelField } from '../../../entities/field/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ColumnGuess } from '../bulk.calls.ts'
import { dayExample, dayText, numberExample } from './cell-example.ts'
import { mayCreateNamed, optionKindOf, type OptionKind } from './column-target.ts'
import type { Choose } from '../wizard/import-draft.ts'
import { numberText } from '../../../ui/reader.ts'

type MappingOptionsProps = {
  level: Level
  target: LevelField
  guess: ColumnGuess
  mapping: ColumnMapping
  unknownOwners: ImportConfig['unknownOwners']
  onChange: (mapping: ColumnMapping) => void
  onChoose: Choose
}

/** What else has to be known to read a column for its field. */
export function MappingOptions(props: MappingOptionsProps) {
  const kind = optionKindOf(props.target)
  const readsIds = isOfIds(props)
  if (kind === null && !readsIds) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-label text-2">
      {kind && <KindOptions kind={kind} {...props} />}
      {readsIds && <WholeNumbers {...props} />}
    </div>
  )
}

function KindOptions({ kind, ...props }: MappingOptionsProps & { kind: OptionKind }) {
  const Options = { date: Dates, number: Numbers, picklist: Picklist, person: People, record: Records }[kind]
  return <Options {...props} />
}

const oddId = /^(?:0\d+|\d+[.,]0+)$/

/** Whether a column has IDs that a spreadsheet has written as other numbers. */
function isOfIds({ target, mapping, guess }: MappingOptionsProps): boolean {
  const isId =
    target.name === 'system:externalId' || target.idSource !== undefined || mapping.match === 'externalId'
  return isId && (mapping.wholeNumbers === true || guess.samples.some((text) => oddId.test(text.trim())))
}

function WholeNumbers({ mapping, onChange }: MappingOptionsProps) {
  return (
    <Checkbox
      label="Read IDs as whole numbers: 1.0 and 001 as 1"
      checked={mapping.wholeNumbers ?? false}
      onCheckedChange={(wholeNumbers) => onChange({ ...mapping, wholeNumbers })}
    />
  )
}

const formatOptions = dateFormats.map((format) => ({
  value: format,
  label: format === 'serial' ? 'Serial number, 45000' : format,
}))
const numberOptions = numberFormats.map((format) => ({ value: format, label: format }))

function Example({ sample, read }: { sample: string | undefined; read: string | null }) {
  if (sample === undefined) return null
  if (read === null) return <span className="text-poor">“{sample}” does not fit</span>
  return (
    <span className="tabular">
      “{sample}” is read as <span className="font-medium text-1">{read}</span>
    </span>
  )
}

/** The value that a format fails on, else the first. */
function tellingSample(samples: readonly string[], read: (sample: string) => unknown): string | undefined {
  return samples.find((sample) => read(sample) === null) ?? samples[0]
}

function Dates({ mapping, guess, onChange }: MappingOptionsProps) {
  const format = mapping.dateFormat ?? 'YYYY-MM-DD'
  const sample = tellingSample(guess.samples, (text) => dayExample(text, format))
  const day = sample === undefined ? null : dayExample(sample, format)
  return (
    <>
      <Select
        size="sm"
        className="w-36"
        aria-label={`Date format of ${guess.name}`}
        value={format}
        onChange={(dateFormat) => dateFormat && onChange({ ...mapping, dateFormat })}
        options={formatOptions}
      />
      <Example sample={sample} read={day && dayText(day)} />
    </>
  )
}

function Numbers({ mapping, guess, onChange }: MappingOptionsProps) {
  const format = mapping.numberFormat ?? '1,234.56'
  const sample = tellingSample(guess.samples, (text) => numberExample(text, format))
  const number = sample === undefined ? null : numberExample(sample, format)
  return (
    <>
      <Select
        size="sm"
        className="w-32"
        aria-label={`Number format of ${guess.name}`}
        value={format}
        onChange={(numberFormat) => numberFormat && onChange({ ...mapping, numberFormat })}
        options={numberOptions}
      />
      <Example sample={sample} read={number === null ? null : numberText(number)} />
    </>
  )
}

function Picklist({ mapping, onChange }: MappingOptionsProps) {
  return (
    <Checkbox
      label="Add missing options to the field"
      checked={mapping.createOptions ?? false}
      onCheckedChange={(createOptions) => onChange({ ...mapping, createOptions })}
    />
  )
}

const unknownOptions = [
  { value: 'refuse', label: 'reject the row' },
  { value: 'me', label: 'use me' },
  { value: 'none', label: 'leave it empty' },
] as const

const personMatches = [
  { value: 'email', label: 'by email' },
  { value: 'name', label: 'by name' },
  { value: 'externalId', label: 'by external ID' },
  { value: 'id', label: 'by user ID' },
] as const

function People({ mapping, guess, unknownOwners, onChange, onChoose }: MappingOptionsProps) {
  return (
    <>
      <span className="flex items-center gap-2">
        Find people
        <Select
          size="sm"
          className="w-36"
          aria-label={`How people in ${guess.name} are found`}
          value={mapping.match ?? 'email'}
          onChange={(match) => match && onChange({ ...mapping, match })}
          options={personMatches}
        />
      </span>
      <span className="flex items-center gap-2">
        If unknown,
        <Select
          size="sm"
          className="w-36"
          aria-label="What to do with unknown people"
          value={unknownOwners}
          onChange={(choice) => choice && onChoose({ unknownOwners: choice })}
          options={unknownOptions}
        />
      </span>
    </>
  )
}

const recordMatches = [
  { value: 'name', label: 'by name' },
  { value: 'externalId', label: 'by external ID' },
  { value: 'id', label: 'by internal ID' },
] as const

const contactMatches = [{ value: 'email', label: 'by email' }, ...recordMatches] as const

/** Begins the choices that are ids of other systems. */
const bySource = 'source:'

/** The ways to find records by, with the systems whose ids records of the level have. */
function useRecordMatches({ dataType }: LevelField) {
  const level = levelOf(referredLevel(dataType) ?? 1)
  const { data: fields = [] } = useQuery(levelFieldsQuery(level))
  const sources = fields.flatMap(({ idSource }) => idSource ?? [])
  return [
    ...(dataType === 'contact' ? contactMatches : recordMatches),
    ...sources.map((source) => ({ value: `${bySource}${source}`, label: `by ${source} ID` })),
  ]
}

function withMatch(mapping: ColumnMapping, chosen: string): ColumnMapping {
  const { idSource: _, ...rest } = mapping
  if (chosen.startsWith(bySource)) {
    return { ...rest, match: 'externalId', idSource: chosen.slice(bySource.length), createParents: false }
  }
  const match = (['externalId', 'name', 'email', 'id'] as const).find((one) => one === chosen) ?? 'name'
  return { ...rest, match, createParents: match !== 'id' && mapping.createParents }
}

function Records({ level, target, mapping, guess, onChange }: MappingOptionsProps) {
  const match = mapping.match ?? 'name'
  const options = useRecordMatches(target)
  return (
    <>
      <span className="flex items-center gap-2">
        Find {target.dataType}s
        <Select
          size="sm"
          className="w-36"
          aria-label={`How ${target.dataType}s in ${guess.name} are found`}
          value={mapping.idSource === undefined ? match : `${bySource}${mapping.idSource}`}
          onChange={(next) => next && onChange(withMatch(mapping, next))}
          options={options}
        />
      </span>
      {mapping.idSource === undefined && mayCreateNamed(level, target, match) && (
        <Checkbox
          label={`Create ${target.dataType}s that are not there yet`}
          checked={mapping.createParents ?? false}
          onCheckedChange={(createParents) => onChange({ ...mapping, createParents })}
        />
      )}
    </>
  )
}
