import type { RefObject } from 'react'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Fault } from './formula-pieces.rules.ts'

type FormulaFaultsProps = { area: RefObject<HTMLTextAreaElement | null>; faults: readonly Fault[] }

/** What is wrong with a formula; each sentence leads to its place. */
export function FormulaFaults({ area, faults }: FormulaFaultsProps) {
  function show({ from, to }: Fault) {
    area.current?.focus()
    area.current?.setSelectionRange(from, to)
  }
  return (
    <ul aria-live="polite" aria-label="Formula errors" className="flex flex-col gap-1 empty:hidden">
      {faults.map((fault) => (
        <li key={`${fault.from} ${fault.message}`}>
          <button
            type="button"
            onClick={() => show(fault)}
            className="flex items-start gap-1 rounded-chip text-left text-label text-poor hover:underline"
          >
            <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
            {fault.message}
          </button>
        </li>
      ))}
    </ul>
  )
}
