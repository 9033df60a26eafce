import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import type { Selection } from '@steward/contracts/bulk-update'
import { findRecords, recordNamesQuery } from '../../../entities/record/index.ts'
import { levelOfSegment, segmentsQuery } from '../../../entities/segment/index.ts'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { NodeWords, PanelProps } from './node-kind.ts'
import { RuleField } from './rule-field.tsx'
import { counted, ruleText } from './words.ts'

type Way = 'all' | 'segment' | 'filter' | 'records'

/** A selection that may be unfinished. */
type Loose = { ids?: number[]; segmentId?: number; filter?: string; query?: string }

const wayOf = ({ ids, segmentId, filter }: Loose): Way => {
  if (ids) return 'records'
  if (segmentId !== undefined) return 'segment'
  return filter === '' ? 'all' : 'filter'
}

function ruleOf({ filter }: Loose): Rule | undefined {
  try {
    return filter ? (JSON.parse(filter) as Rule) : undefined
  } catch {
    return undefined
  }
}

/** Which records a selection is about. */
export function selectionText(selection: unknown, words: NodeWords): string | undefined {
  if (typeof selection !== 'object' || selection === null) return undefined
  const loose = selection as Loose
  const { level, segmentName } = words
  if (loose.ids) return loose.ids.length > 0 ? counted(loose.ids.length, level.name) : undefined
  if (loose.segmentId !== undefined) {
    return loose.segmentId > 0 ? `${level.plural} in “${segmentName(loose.segmentId)}”` : undefined
  }
  if (loose.filter === '') return `all ${level.plural}`
  const rule = ruleText(words, ruleOf(loose))
  return rule && `${level.plural} where ${rule}`
}

const begun: Readonly<Record<Way, Loose | undefined>> = {
  all: { filter: '' },
  segment: { segmentId: 0 },
  filter: undefined,
  records: { ids: [] },
}

type SelectionFieldsProps = Pick<PanelProps, 'words' | 'fault'> & {
  selection: unknown
  onChange: (selection: Selection | undefined) => void
}

/** The records with which a scenario starts. */
export function SelectionFields({ selection, words, fault, onChange }: SelectionFieldsProps) {
  const loose = (selection ?? {}) as Loose
  const way = wayOf(loose)
  const { plural } = words.level
  const options = [
    { value: 'all' as Way, label: `All ${plural}` },
    { value: 'segment' as Way, label: 'A segment' },
    { value: 'filter' as Way, label: 'Conditions' },
    { value: 'records' as Way, label: `Chosen ${plural}` },
  ]
  const error = fault('selection') ?? fault('filter')
  return (
    <>
      <Field label="Records" required error={way === 'all' ? error : undefined}>
        <Select<Way>
          value={way}
          options={options}
          onChange={(next) => next && next !== way && onChange(begun[next] as Selection | undefined)}
        />
      </Field>
      {way === 'segment' && (
        <SegmentField
          words={words}
          segmentId={loose.segmentId}
          error={error}
          onChange={(segmentId) => onChange({ segmentId })}
        />
      )}
      {way === 'records' && (
        <RecordsField words={words} ids={loose.ids ?? []} error={error} onChange={onChange} />
      )}
      {way === 'filter' && (
        <RuleField
          label="Conditions"
          rule={ruleOf(loose)}
          words={words}
          error={error && 'Add a condition.'}
          onChange={(rule) => onChange(rule && { filter: JSON.stringify(rule) })}
        />
      )}
    </>
  )
}

type PartProps = {
  words: NodeWords
  error: string | undefined
  onChange: (selection: Selection) => void
}

type SegmentFieldProps = Omit<PartProps, 'onChange'> & {
  segmentId: number | undefined
  onChange: (segmentId: number) => void
}

/** A segment of the level. */
export function SegmentField({ words, segmentId, error, onChange }: SegmentFieldProps) {
  const { data = [] } = useQuery(segmentsQuery)
  const options = data
    .filter((segment) => levelOfSegment(segment).id === words.level.id)
    .map((segment) => ({ value: segment.segmentId, label: segment.name }))
  return (
    <Field label="Segment" required error={error && 'Choose a segment.'}>
      <Select<number>
        value={options.some(({ value }) => value === segmentId) ? (segmentId ?? null) : null}
        options={options}
        placeholder={options.length > 0 ? 'Choose a segment' : `No segments of ${words.level.plural} yet`}
        onChange={(next) => next && onChange(next)}
      />
    </Field>
  )
}

function RecordsField({ words: { level }, ids, error, onChange }: PartProps & { ids: readonly number[] }) {
  const { data: names } = useQuery(recordNamesQuery(level, ids))
  const load = useMemo(
    () => async (query: string, signal: AbortSignal) =>
      (await findRecords(level, query, signal, 20)).map(({ id, name }) => ({ value: id, label: name })),
    [level],
  )
  return (
    <Field label={`Chosen ${level.plural}`} required error={error && 'Choose at least one.'}>
      <MultiCombobox
        value={ids.map((id) => ({ value: id, label: names?.get(id) ?? `#${id}` }))}
        load={load}
        onChange={(next) => onChange({ ids: next.map(({ value }) => Number(value)) })}
      />
    </Field>
  )
}
