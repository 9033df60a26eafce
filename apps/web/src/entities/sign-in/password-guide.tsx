import { passwordChecks } from '@steward/contracts/plain/password'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'

/** Whether a password passes every check of the guide. */
export function holdsEveryCheck(password: string): boolean {
  return passwordChecks.every(({ holds }) => holds(password))
}

/** The checks of a new password, each with whether it holds. Reference it with `aria-describedby`. */
export function PasswordGuide({ password, id }: { password: string; id?: string }) {
  return (
    <ul id={id} aria-label="The password needs" className="grid grid-cols-2 gap-x-3 gap-y-1 text-label">
      {passwordChecks.map((check) => {
        const holds = check.holds(password)
        const Mark = holds ? IconCheck : IconCircle
        return (
          <li key={check.id} className={cx('flex items-start gap-1.5', holds ? 'text-good' : 'text-3')}>
            <Mark size={14} stroke={holds ? 2.25 : 1.5} className="mt-px shrink-0" aria-hidden />
            <span>
              {check.label}
              <span className="hidden-text">{holds ? ': done' : ': missing'}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
