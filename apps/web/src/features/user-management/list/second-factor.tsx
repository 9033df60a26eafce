import { IconShieldCheckFilled, IconShieldOff } from '@tabler/icons-react'

/** Whether someone has a second factor: a full shield and On, or a crossed one and Off. */
export function SecondFactor({ on }: { on: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {on ? (
        <IconShieldCheckFilled size={16} className="shrink-0 text-good-mark" aria-hidden />
      ) : (
        <IconShieldOff size={16} className="shrink-0 text-3" aria-hidden />
      )}
      <span className={on ? undefined : 'text-3'}>{on ? 'On' : 'Off'}</span>
    </span>
  )
}
