import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { IconCheck } from '@tabler/icons-react'
import { cx } from './cx.ts'
import { isByKey, useFocusInList } from './focus-at-once.ts'
import { Kbd } from './kbd.tsx'
import { optionClass, popupClass, popupPlace } from './option-row.tsx'

type MenuProps = {
  /** A button element; it opens the menu. */
  trigger: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Menu({ trigger, side = 'bottom', align = 'start', open, onOpenChange, children }: MenuProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = open ?? ownOpen
  const byKey = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useFocusInList(isOpen, byKey, popup, button)
  return (
    <Base.Root
      modal={false}
      open={isOpen}
      onOpenChange={(next, { event }) => {
        byKey.current = isByKey(event)
        setOwnOpen(next)
        onOpenChange?.(next)
      }}
    >
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} {...popupPlace}>
          <Base.Popup
            ref={popup}
            className={cx(
              popupClass,
              'max-h-(--available-height) min-w-44 max-w-(--available-width) overflow-y-auto p-1',
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type MenuItemProps = {
  icon?: ReactNode
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, shortcut, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={cx(optionClass, danger && 'text-poor')}>
      {icon && (
        <span className={cx('flex shrink-0 [&_svg]:size-4', danger ? 'text-poor' : 'text-3')}>{icon}</span>
      )}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd keys={shortcut} className="pl-4" />}
    </Base.Item>
  )
}

type MenuLinkProps = { icon: ReactNode; href: string; children: ReactNode }

/** Opens an address outside of the app in a new tab. */
export function MenuLink({ icon, href, children }: MenuLinkProps) {
  return (
    <Base.LinkItem href={href} target="_blank" rel="noreferrer" closeOnClick className={optionClass}>
      <span className="flex shrink-0 text-3 [&_svg]:size-4">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Base.LinkItem>
  )
}

type MenuRadioProps<V extends string> = {
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: string; icon?: ReactNode }[]
}

export function MenuRadio<V extends string>({ value, onChange, options }: MenuRadioProps<V>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={optionClass}>
          {option.icon && <span className="flex shrink-0 text-3 [&_svg]:size-4">{option.icon}</span>}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Base.RadioItemIndicator className="flex">
            <IconCheck size={16} className="text-accent-text" aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-2 pb-1 text-meta font-medium text-3">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}
