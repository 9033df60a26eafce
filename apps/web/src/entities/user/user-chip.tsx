import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { tooltip } from '../../ui/tooltip.tsx'

type Person = { name: string } | { firstName: string; lastName: string; email?: string }

function personName(person: Person): string {
  if ('name' in person) return person.name
  return `${person.firstName} ${person.lastName}`.trim() || (person.email ?? '')
}

type UserChipProps = { user: Person; hideName?: boolean; size?: 18 | 20 | 24 | 32; className?: string }

/** Initials and name. With `hideName` the name becomes the tooltip and the accessible name. */
export function UserChip({ user, hideName, size = 20, className }: UserChipProps) {
  const name = personName(user)
  if (hideName) {
    return (
      <span role="img" aria-label={name} {...tooltip(name)} className={cx('inline-flex', className)}>
        <Avatar name={name} size={size} />
      </span>
    )
  }
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5', className)}>
      <Avatar name={name} size={size} />
      <span className="truncate">{name}</span>
    </span>
  )
}
