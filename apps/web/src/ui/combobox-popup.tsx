import type { RefObject } from 'react'
import { Combobox as Base } from '@base-ui/react/combobox'
import { cx } from './cx.ts'
import { OptionRow, optionClass, popupClass } from './option-row.tsx'
import type { Option } from './option.ts'

type ComboboxPopupProps = {
  state: 'ready' | 'loading' | 'failed'
  isSelected: (option: Option) => boolean
  anchor?: RefObject<HTMLElement | null>
  /** Whether the choices have details, which need more room than a small control has. */
  detailed: boolean
  /** Names the list of choices as its control is named. */
  label: { 'aria-label'?: string; 'aria-labelledby'?: string }
}

const words = {
  ready: 'Nothing matches',
  loading: 'Searching…',
  failed: 'The search failed. Type again to retry.',
}

const roomForDetails = { minWidth: 'min(20rem, var(--available-width))' }

export function ComboboxPopup({ state, isSelected, anchor, detailed, label }: ComboboxPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner anchor={anchor} align="start" sideOffset={4} className="z-50 outline-none">
        <Base.Popup
          className={cx(popupClass, 'w-(--anchor-width) max-w-(--available-width)')}
          style={detailed ? roomForDetails : undefined}
        >
          <Base.Empty>
            <div className="px-3 py-2.5 text-body text-3">{words[state]}</div>
          </Base.Empty>
          <Base.List
            {...label}
            className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 data-empty:p-0"
          >
            {(option: Option) => (
              <Base.Item key={option.value} value={option} disabled={option.disabled} className={optionClass}>
                <OptionRow option={option} selected={isSelected(option)} />
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
