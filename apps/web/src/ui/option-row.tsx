import { IconCheck } from '@tabler/icons-react'
import { cx } from './cx.ts'
import type { Option } from './option.ts'

export const popupClass = cx(
  'pop-in rounded-card border border-line bg-raised text-1 shadow-float outline-none origin-(--transform-origin)',
)

/** Where a popup stands: beside what it hangs from, and inside the window. */
export const popupPlace = { sideOffset: 4, collisionPadding: 8, className: 'z-50 outline-none' }

export const optionClass = cx(
  'flex min-h-7.5 items-center gap-2 rounded-chip py-1 pr-2 pl-2 text-body outline-none select-none',
  'data-highlighted:bg-raised-hover data-disabled:text-3',
)

/** Where there is no room for both, the name stays readable and the detail is cut. */
const noteShrink = 999

/** The inside of a choice: picture, name, detail or the reason it cannot be taken, tick. */
export function OptionRow({ option, selected }: { option: Option; selected: boolean }) {
  const note = option.disabled ? (option.reason ?? option.detail) : option.detail
  return (
    <>
      {option.icon && <span className="flex shrink-0 [&_svg]:size-4">{option.icon}</span>}
      <span className={cx('min-w-0 truncate', selected && 'font-medium')}>{option.label}</span>
      {note && (
        <span className="min-w-0 truncate text-label text-3" style={{ flexShrink: noteShrink }}>
          {note}
        </span>
      )}
      {selected && <IconCheck size={16} className="ml-auto shrink-0 text-accent-text" aria-hidden />}
    </>
  )
}
