import { Suspense, type ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const ChoiceMenu = lazyPart(() => import('./choice-menu.tsx'), 'ChoiceMenu')

type ChoiceButtonProps = {
  icon: ReactNode
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A button that says what is chosen, and opens the choice. */
export function ChoiceButton({ icon, label, value, options, onChange }: ChoiceButtonProps) {
  const menu = useAnchor('menu')
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={icon}
        aria-label={`${label}: ${chosen}`}
        data-tooltip={label}
        {...menu.button}
      >
        <span className="max-w-32 truncate">{chosen}</span>
        <IconChevronDown size={14} className="text-3" aria-hidden />
      </Button>
      <Suspense>
        {menu.used && (
          <ChoiceMenu
            anchor={menu.anchor}
            label={label}
            value={value}
            options={options}
            onChange={onChange}
            onClose={menu.close}
          />
        )}
      </Suspense>
    </>
  )
}
