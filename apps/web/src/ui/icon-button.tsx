import type { ComponentProps, ReactNode } from 'react'
import type { ButtonVariant, ControlSize } from './button.tsx'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import { tooltip } from './tooltip.tsx'

const widths: Record<ControlSize, string> = { sm: 'w-7', md: 'w-8', lg: 'w-9' }

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  size?: ControlSize
  variant?: ButtonVariant
  shortcut?: string
  pressed?: boolean
}

export function IconButton({
  label,
  icon,
  size = 'md',
  variant = 'ghost',
  shortcut,
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      {...tooltip(label, shortcut)}
      className={cx(
        buttonClass({ variant, size }),
        widths[size],
        'px-0 aria-pressed:bg-accent-soft aria-pressed:text-accent-text',
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  )
}
