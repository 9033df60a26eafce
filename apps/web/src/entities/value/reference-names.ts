import { useMemo } from 'react'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../field/index.ts'
import { recordNamesQuery } from '../record/index.ts'
import type { ValueLookups } from './lookups.ts'
import { valueOf } from './record-value.ts'

const referenceTypes = ['organization', 'account', 'contact'] as const

/** Ids that custom fields of a type hold; the names of parents come with the records themselves. */
function idsIn(records: readonly RecordBody[], fields: readonly LevelField[], type: string): number[] {
  const referring = fields.filter(
    ({ custom, name, dataType }) => (custom || name.includes('.')) && dataType === type,
  )
  const ids = records.flatMap((record) => referring.map((field) => valueOf(record, field)))
  return [...new Set(ids.filter((id) => typeof id === 'number'))].toSorted((one, other) => one - other)
}

const namesOf = (answers: UseQueryResult<Map<number, string>>[]) =>
  answers.flatMap(({ data }) => (data ? [...data] : []))

/** The lookups with the names of all records that the shown ones refer to, as soon as they are there. */
export function useReferenceNames(
  lookups: ValueLookups,
  fields: readonly LevelField[],
  records: readonly RecordBody[],
): ValueLookups {
  const wanted = useMemo(() => referenceTypes.map((type) => idsIn(records, fields, type)), [records, fields])
  const names = useQueries({
    queries: referenceTypes.map((type, index) => recordNamesQuery(levelOf(type), wanted[index]!)),
    combine: namesOf,
  })
  return useMemo(() => {
    if (names.length === 0) return lookups
    const byId = new Map(names)
    return { ...lookups, recordName: (id) => byId.get(id) ?? lookups.recordName(id) }
  }, [lookups, names])
}
