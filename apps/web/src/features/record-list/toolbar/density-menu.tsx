import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuRadio } from '../../../ui/menu.tsx'
import { densities, type Density } from '../../../entities/record-view/index.ts'

type DensityMenuProps = {
  anchor: Element | null
  density: Density
  onChange: (density: Density) => void
  onClose: () => void
}

const labels: Record<Density, string> = {
  compact: 'Compact',
  default: 'Default',
  comfortable: 'Comfortable',
}

export function DensityMenu({ anchor, density, onChange, onClose }: DensityMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} align="end" onClose={onClose}>
      <MenuRadio
        value={density}
        onChange={onChange}
        options={densities.map((value) => ({ value, label: labels[value] }))}
      />
    </AnchoredMenu>
  )
}
