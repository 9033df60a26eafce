import { fullName, UserChip } from '../../user/index.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Option } from '../../../ui/option.ts'
import type { ValueLookups } from '../lookups.ts'
import type { Draw, ValueType } from './value-type.ts'

/** Users to choose from; those who cannot be given records are last and say why. */
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

const view: Draw = (value, _, lookups) => {
  const [first, ...others] = (Array.isArray(value) ? value : [value]) as number[]
  if (first === undefined) return null
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <UserChip user={{ name: lookups.userName(first) }} size={18} />
      {others.length > 0 && (
        <span
          className="tabular shrink-0 text-label text-3"
          data-tooltip={others.map((id) => lookups.userName(id)).join(', ')}
        >
          +{others.length}
        </span>
      )}
    </span>
  )
}

export const userTypes = {
  user: {
    text: (value, lookups) => lookups.userName(value as number),
    view,
    editor: 'choice',
    choices: (_, lookups) => ({ options: userOptions(lookups) }),
    searched: true,
    importAsks: 'person',
  },
  owner: {
    text: (value, lookups) => (value as number[]).map((id) => lookups.userName(id)).join(', '),
    view,
    editor: 'choices',
    choices: (_, lookups) => ({ options: userOptions(lookups) }),
    filterText: (value, lookups) => lookups.userName(value as number),
    severalHint: 'The first is primary',
    importAsks: 'person',
  },
} satisfies Record<string, ValueType>
