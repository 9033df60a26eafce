import { pipelineStatuses, pipelineTypes, pulseValues } from '@steward/contracts/built-in-field'
import { levelOf } from '@steward/contracts/level'
import type { LevelField } from '../../api/fields.ts'
import { findRecords } from '../../api/records.ts'
import { fullName } from '../../api/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Option } from '../../ui/option.ts'
import type { LoadOptions } from '../../ui/use-loaded-options.ts'
import { learnRecordName, type ValueLookups } from './lookups.ts'

/** What a field may be set to: a list, or a search on the server. */
export type Choices =
  | { options: readonly Option[]; load?: undefined }
  | { load: LoadOptions; options?: undefined }

const squares = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6']

const square = (order: number) => <span className={`size-2 rounded-[2px] ${squares[order % 6]}`} />

const listed = (list: readonly { id: number; name: string }[]): Option[] =>
  list.map(({ id, name }, order) => ({ value: id, label: name, icon: square(order) }))

/** Truth is chosen as 1 or 0, because options are told apart by text or number. */
const truths: readonly Option[] = [
  { value: 1, label: 'Yes' },
  { value: 0, label: 'No' },
]

const pulses: readonly Option[] = pulseValues
  .toReversed()
  .map(({ id, name }) => ({ value: id, label: name, detail: String(id) }))

export function userOptions({ users }: ValueLookups): Option[] {
  return users
    .map((user): Option => {
      const label = fullName(user)
      return {
        value: user.userId,
        label,
        icon: <Avatar name={label} size={18} />,
        disabled: user.disabled,
        reason: user.disableMessage ?? undefined,
      }
    })
    .toSorted(
      (one, other) =>
        Number(one.disabled ?? false) - Number(other.disabled ?? false) ||
        one.label.localeCompare(other.label),
    )
}

const loaders = new Map<string, LoadOptions>()

/** Searches the records of a level by name. The same function every time, so that lists do not reload. */
function recordLoader(name: 'organization' | 'account' | 'contact'): LoadOptions {
  const known = loaders.get(name)
  if (known) return known
  const load: LoadOptions = async (query, signal) => {
    const records = await findRecords(levelOf(name), query, signal)
    for (const record of records) learnRecordName(record.id, record.name)
    return records.map((record) => ({
      value: record.id,
      label: record.name,
      detail: record.parentName ?? undefined,
    }))
  }
  loaders.set(name, load)
  return load
}

const byType: Partial<Record<LevelField['dataType'], (field: LevelField, lookups: ValueLookups) => Choices>> =
  {
    boolean: () => ({ options: truths }),
    pulse: () => ({ options: pulses }),
    pipelineStatus: () => ({ options: listed(pipelineStatuses) }),
    parentEntity: () => ({ options: listed(pipelineTypes) }),
    lifecycleStage: (_, { stages }) => ({
      options: listed(stages.map((stage) => ({ id: stage.lifecycleStageId, name: stage.displayName }))),
    }),
    user: (_, lookups) => ({ options: userOptions(lookups) }),
    owner: (_, lookups) => ({ options: userOptions(lookups) }),
    organization: () => ({ load: recordLoader('organization') }),
    account: () => ({ load: recordLoader('account') }),
    contact: () => ({ load: recordLoader('contact') }),
  }

export function choicesOf(field: LevelField, lookups: ValueLookups): Choices {
  const make = byType[field.dataType]
  if (make) return make(field, lookups)
  return {
    options: field.options
      .filter((option) => !option.retired)
      .map((option) => ({ value: option.id, label: option.value })),
  }
}
