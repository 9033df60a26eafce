import { pipelineStatuses, pipelineTypes, pulseValues } from '@steward/contracts/plain/built-in-value'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { FieldKind } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import { baseAmountSql, customColumnSql, type Catalogue, type CatalogueField } from '../field/index.ts'
import type { Metric, MetricContext, MetricOption } from './metric.port.ts'

type Reading = Pick<Metric, 'kind' | 'select'>

const unknownSince = 'null::timestamptz at'

const dayOf = ({ now }: MetricContext): string => `date '${now.toISOString().slice(0, 10)}'`

function plain(kind: Metric['kind'], sql: string): Reading {
  return { kind, select: () => `select ${sql} value, ${unknownSince}` }
}

/** Days since a day; `day` is SQL of type date. */
function daysSince(day: string): Reading {
  return {
    kind: 'date',
    select: (context) =>
      `select (${dayOf(context)} - ${day})::numeric value, ${day}::timestamp at time zone 'UTC' at`,
  }
}

function choice(sql: string): Reading {
  return plain('options', `case when ${sql} is not null then array[${sql}::int8] end`)
}

function several(json: string): Reading {
  const ids = `select array_agg(o.id::int8) from jsonb_array_elements_text(${json}) o(id)`
  return plain('options', `case when jsonb_typeof(${json}) = 'array' then (${ids}) end`)
}

const ofKind: Partial<Record<FieldKind, (field: CatalogueField) => Reading>> = {
  // Amounts are compared in the base currency; one without a rate counts as missing.
  number: ({ dataType, fieldId, ...field }) =>
    plain(
      'number',
      dataType === 'currency'
        ? baseAmountSql(`(r.custom->'${Number(fieldId)}')`, 'r.tenant_id')
        : customColumnSql({ ...field, dataType }, 'r').sql,
    ),
  date: (field) => daysSince(`(${customColumnSql(field, 'r').sql})::date`),
  boolean: (field) => plain('boolean', customColumnSql(field, 'r').sql),
}

/** How a custom field is measured; undefined for texts, records and people. */
function readingOf(field: CatalogueField): Reading | undefined {
  if (field.dataType === 'singlePicklist') return choice(customColumnSql(field, 'r').sql)
  if (field.dataType === 'multiPicklist') return several(customColumnSql(field, 'r').sql)
  return ofKind[field.kind]?.(field)
}

const listed = (values: readonly { id: number; name: string }[]): MetricOption[] =>
  values.map(({ id, name }) => ({ id, displayName: name, retired: false }))

interface BuiltIn {
  key: string
  reading: Reading
  /** For days, by which the value moves. */
  timed?: true
  options?: readonly MetricOption[]
}

/** Fields that every tenant has and that can be measured, by their API names. */
const builtIn: Readonly<Record<string, BuiltIn>> = {
  'system:pulse': {
    key: 'field:-2',
    reading: plain('number', 'r.pulse::numeric'),
    options: listed(pulseValues),
  },
  'system:pipelineStatus': {
    key: 'field:-6',
    reading: choice('r.status_id'),
    options: listed(pipelineStatuses),
  },
  pipelineType: {
    key: 'field:pipelineType',
    reading: choice('r.pipeline_type'),
    options: listed(pipelineTypes),
  },
  createdAt: {
    key: 'field:createdAt',
    reading: daysSince(`coalesce(r.created_on, (r.created_at at time zone 'UTC')::date)`),
    timed: true,
  },
}

function unitOf({ dataType }: CatalogueField, kind: Metric['kind'], base: string): string | null {
  if (kind === 'date') return 'days'
  if (dataType === 'currency') return base
  return dataType === 'percentage' ? '%' : null
}

function customMetric(field: CatalogueField, level: LevelId, base: string): Metric | undefined {
  const reading = readingOf(field)
  if (!reading) return undefined
  const options = field.options.map(({ id, value, retired }) => ({ id, displayName: value, retired }))
  return {
    ...reading,
    key: `field:${field.key}`,
    displayName: field.displayName,
    unit: unitOf(field, reading.kind, base),
    periods: false,
    levels: [level],
    source: 'Field',
    timed: reading.kind === 'date',
    money: field.dataType === 'currency',
    isDeadline: field.name === starterFieldNames.renewalDate,
    ...(reading.kind === 'options' ? { options } : {}),
  }
}

function builtInMetric({ name, displayName }: CatalogueField, level: LevelId): Metric | undefined {
  const known = builtIn[name]
  if (!known) return undefined
  const { key, reading, timed = false, options } = known
  return {
    ...reading,
    key,
    displayName,
    unit: reading.kind === 'date' ? 'days' : null,
    periods: false,
    levels: [level],
    source: 'Field',
    timed,
    ...(options ? { options } : {}),
  }
}

/** The fields of a level that can be measured. `base` is the code of the currency that amounts are compared in. */
export function fieldMetrics(catalogue: Catalogue, base: string): Metric[] {
  return catalogue.fields.flatMap((field) => {
    const metric =
      field.fieldId === null
        ? builtInMetric(field, catalogue.level)
        : customMetric(field, catalogue.level, base)
    return metric ?? []
  })
}
