import * as fc from 'fast-check'
import { timesDecimal, type RuleColumn, type RuleField, type RuleKind } from '../src/index.ts'
import * as sample from './sample.ts'

/** A field of the random table: its kind, how it is stored, and what its rows hold. */
export interface RandomField {
  kind: RuleKind
  column: RuleColumn
  /** The column's SQL type; a field without one lies in the `custom` jsonb column under its name. */
  type?: string
  value: fc.Arbitrary<unknown>
  /** The values that conditions compare with, where they differ from those in rows. */
  asked?: fc.Arbitrary<unknown>
  /** The part of a value that is compared in memory, where it is not the value itself. */
  read?: (value: unknown) => unknown
}

interface Amount {
  currency: number
  value: number
}

/** As if currency 4 had no rate. */
const FACTORS: Readonly<Record<number, string>> = { 1: '1', 2: '1.1684', 3: '0.0053719008' }

/** An amount as the same in one currency; one without a rate is set, but compares with nothing. */
function comparable(value: unknown): unknown {
  if (value === null || value === undefined) return value
  const amount = value as Amount
  const factor = FACTORS[amount.currency]
  return factor === undefined ? amount : timesDecimal(String(amount.value), factor)
}

const rates = Object.entries(FACTORS).map(([currency, factor]) => `when ${currency} then ${factor}`)

const isSet = (name: string) => `custom ? '${name}'`
const holdsId = (name: string, list: (id: string) => string) => (placeholder: string) =>
  `custom @> jsonb_build_object('${name}', ${list(placeholder)})`

export const RANDOM_FIELDS: Record<string, RandomField> = {
  note: { kind: 'text', type: 'text', column: { sql: 'note', storage: 'text' }, value: sample.text },
  title: {
    kind: 'text',
    type: 'text',
    column: { sql: 'title', storage: 'text', folded: 'title_folded' },
    value: sample.text,
  },
  customText: {
    kind: 'text',
    column: { sql: `custom->>'customText'`, storage: 'text', present: isSet('customText') },
    value: sample.text.filter((text) => text !== ''),
  },
  amount: {
    kind: 'number',
    type: 'numeric',
    column: { sql: 'amount', storage: 'numeric' },
    value: sample.number,
  },
  fee: {
    kind: 'number',
    type: 'jsonb',
    column: {
      sql: `(fee->>'value')::numeric * case (fee->>'currency')::int ${rates.join(' ')} end`,
      storage: 'numeric',
      isSet: 'fee is not null',
    },
    value: fc.record({ currency: fc.integer({ min: 1, max: 4 }), value: sample.number }),
    asked: sample.number,
    read: comparable,
  },
  seats: { kind: 'number', type: 'int', column: { sql: 'seats', storage: 'int' }, value: sample.int },
  customNumber: {
    kind: 'number',
    column: {
      sql: `(custom->>'customNumber')::numeric`,
      storage: 'numeric',
      present: isSet('customNumber'),
    },
    value: sample.number,
  },
  renewal: { kind: 'date', type: 'text', column: { sql: 'renewal', storage: 'isoDate' }, value: sample.day },
  started: { kind: 'date', type: 'date', column: { sql: 'started', storage: 'date' }, value: sample.day },
  seen: {
    kind: 'date',
    type: 'timestamptz',
    column: { sql: 'seen', storage: 'timestamp' },
    value: sample.instant,
  },
  customDay: {
    kind: 'date',
    column: { sql: `custom->>'customDay'`, storage: 'isoDate', present: isSet('customDay') },
    value: sample.day,
  },
  active: {
    kind: 'boolean',
    type: 'boolean',
    column: { sql: 'active', storage: 'boolean' },
    value: fc.boolean(),
  },
  customFlag: {
    kind: 'boolean',
    column: {
      sql: `(custom->>'customFlag')::boolean`,
      storage: 'boolean',
      present: isSet('customFlag'),
    },
    value: fc.boolean(),
  },
  stage: { kind: 'reference', type: 'int', column: { sql: 'stage', storage: 'int' }, value: sample.id },
  customOption: {
    kind: 'reference',
    column: {
      sql: `(custom->>'customOption')::int`,
      storage: 'int',
      present: isSet('customOption'),
      contains: holdsId('customOption', (id) => id),
    },
    value: sample.id,
  },
  owners: {
    kind: 'references',
    type: 'int[]',
    column: { sql: 'owners', storage: 'intArray' },
    value: sample.ids,
  },
  tags: {
    kind: 'references',
    type: 'jsonb',
    column: { sql: 'tags', storage: 'jsonIntArray' },
    value: sample.ids,
  },
  customOptions: {
    kind: 'references',
    column: {
      sql: `custom->'customOptions'`,
      storage: 'jsonIntArray',
      contains: holdsId('customOptions', (id) => `jsonb_build_array(${id})`),
    },
    value: sample.ids,
  },
}

/** As if options 8 and 9 of `stage` had been deleted, while rows still hold them. */
const LEFT: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7])

/** As if options 3 and 4 of `stage` was below 1. */
const BELOW: ReadonlyMap<number, readonly number[]> = new Map([[1, [3, 4]]])

export function findRandomField(name: string): RuleField | undefined {
  const field = RANDOM_FIELDS[name]
  return (
    field && {
      name,
      kind: field.kind,
      ...(name === 'stage' && { allowed: LEFT, below: BELOW }),
      ...(name === 'fee' && { money: { currencyDefinitionId: 2, factor: (id: number) => FACTORS[id] } }),
    }
  )
}
