import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ControlSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-white hover:bg-accent-hover active:bg-accent-hover disabled:hover:bg-accent',
  secondary:
    'border border-line bg-surface text-1 shadow-control hover:bg-hover data-popup-open:bg-hover disabled:hover:bg-surface',
  ghost:
    'text-2 hover:bg-hover hover:text-1 data-popup-open:bg-hover data-popup-open:text-1 disabled:hover:bg-transparent',
  danger: 'bg-danger text-white hover:bg-danger-hover disabled:hover:bg-danger',
}

const sizes: Record<ControlSize, string> = {
  sm: 'h-7 px-2.5 text-label',
  md: 'h-8 px-3 text-body',
  lg: 'h-9 px-4 text-body',
}

/** The look of a button, for links that act like one. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
}: { variant?: ButtonVariant; size?: ControlSize } = {}): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap select-none',
    'disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ControlSize
  icon?: ReactNode
  /** Turns in place and takes no further press; the label stays for assistive technology. */
  busy?: boolean
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass({ variant, size }), className)}
      {...rest}
    >
      {busy ? <Spinner size={14} /> : icon}
      {children}
    </button>
  )
}
