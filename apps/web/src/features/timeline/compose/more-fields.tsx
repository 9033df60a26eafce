import { useState, type ReactNode } from 'react'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'

type MoreFieldsProps = {
  /** Whether something is in them already, or wrong with them. */
  needed: boolean
  children: ReactNode
}

/** Fields that few entries need, behind one button. */
export function MoreFields({ needed, children }: MoreFieldsProps) {
  const [isAlways] = useState(needed)
  const [open, setOpen] = useState(false)
  const shown = open || needed || isAlways
  return (
    <>
      {!isAlways && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 self-start"
          icon={shown ? <IconChevronUp aria-hidden /> : <IconChevronDown aria-hidden />}
          aria-expanded={shown}
          onClick={() => setOpen(!shown)}
        >
          More
        </Button>
      )}
      {shown && children}
    </>
  )
}

/** Whether a part of a form that lies behind the button has a fault. */
export const hasFault = (faults: Readonly<Record<string, string>>, ...names: readonly string[]): boolean =>
  names.some((name) => faults[name] !== undefined)
