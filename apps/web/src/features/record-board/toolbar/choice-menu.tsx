import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuGroup, MenuRadio } from '../../../ui/menu.tsx'

type ChoiceMenuProps = {
  anchor: Element | null
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  onClose: () => void
}

export function ChoiceMenu({ anchor, label, value, options, onChange, onClose }: ChoiceMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} align="end" onClose={onClose}>
      <MenuGroup label={label}>
        <MenuRadio
          value={value}
          options={options}
          onChange={(next) => {
            onChange(next)
            onClose()
          }}
        />
      </MenuGroup>
    </AnchoredMenu>
  )
}
