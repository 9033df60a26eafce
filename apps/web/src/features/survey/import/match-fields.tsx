import { dateFormats } from '@steward/contracts/plain/cell-format'
import type { Detection } from '../../../entities/table-file/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { MatchDraft, MatchTarget } from './match.rules.ts'

const formatOptions = dateFormats.map((format) => ({ value: format, label: format }))

type MatchFieldsProps = {
  detection: Detection
  targets: { answers: readonly MatchTarget[]; people: readonly MatchTarget[] }
  draft: MatchDraft
  onChange: (changes: Partial<MatchDraft>) => void
}

/** Which column each question is read from, and who answered when. */
export function MatchFields({ detection, targets, draft, onChange }: MatchFieldsProps) {
  const { matches } = draft
  const shared = { detection, draft, onChange }
  return (
    <div className="flex flex-col gap-6">
      <MatchList title="Answers" targets={targets.answers} {...shared} />
      <MatchList title="Who answered, and when" targets={targets.people} {...shared} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {matches['answeredAt'] !== undefined && (
          <Field label="Format of days">
            <Select
              value={draft.dateFormat}
              options={formatOptions}
              onChange={(dateFormat) => dateFormat && onChange({ dateFormat })}
            />
          </Field>
        )}
        <Field label="Cells that mean no answer" help="Separate them with commas. Empty cells always do.">
          <Input value={draft.noAnswer} onChange={(event) => onChange({ noAnswer: event.target.value })} />
        </Field>
        <Field label="Day of rows without one" help="Today, if you leave it empty.">
          <DateField value={draft.answeredOn} onChange={(answeredOn) => onChange({ answeredOn })} />
        </Field>
      </div>
    </div>
  )
}

type MatchListProps = Omit<MatchFieldsProps, 'targets'> & { title: string; targets: readonly MatchTarget[] }

function MatchList({ title, targets, detection, draft, onChange }: MatchListProps) {
  const options = detection.columns.map(({ column, name }) => ({ value: String(column), label: name }))
  const { matches } = draft

  function choose(key: string, column: string | number | undefined) {
    const { [key]: _before, ...rest } = matches
    onChange({ matches: column === undefined ? rest : { ...rest, [key]: Number(column) } })
  }

  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-medium">{title}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {targets.map(({ key, label }) => (
          <li key={key} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-3 sm:items-center">
            <span className="min-w-0">{label}</span>
            <Combobox
              aria-label={`Column for ${label}`}
              placeholder="Not imported"
              options={options}
              value={options.find(({ value }) => value === String(matches[key])) ?? null}
              onChange={(option) => choose(key, option?.value)}
            />
            <Samples detection={detection} column={matches[key]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many different cells are shown beside a column. */
const mostSamples = 4

function Samples({ detection, column }: { detection: Detection; column: number | undefined }) {
  const samples = detection.columns.find((one) => one.column === column)?.samples ?? []
  return <span className="truncate text-label text-2">{samples.slice(0, mostSamples).join(' · ')}</span>
}
