import { levelOf } from '@steward/contracts/level'
import { findRecords } from '../../record/index.ts'
import type { LoadOptions } from '../../../ui/use-loaded-options.ts'
import { learnRecordName } from '../lookups.ts'
import type { ValueType } from './value-type.ts'

/** A record of a level, which is searched by name. The same search every time, so that lists do not reload. */
function referenceTo(name: 'organization' | 'account' | 'contact'): ValueType {
  const load: LoadOptions = async (query, signal) => {
    const records = await findRecords(levelOf(name), query, signal)
    for (const record of records) learnRecordName(record.id, record.name)
    return records.map((record) => ({
      value: record.id,
      label: record.name,
      detail: record.parentName ?? undefined,
    }))
  }
  return {
    text: (value, lookups) => lookups.recordName(value as number),
    editor: 'choice',
    choices: () => ({ load }),
    importAsks: 'record',
  }
}

export const referenceTypes = {
  organization: referenceTo('organization'),
  account: referenceTo('account'),
  contact: referenceTo('contact'),
}
