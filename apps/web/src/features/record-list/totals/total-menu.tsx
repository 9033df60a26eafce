import type { TotalFunction } from '@steward/contracts/column-set'
import type { LevelField } from '../../../entities/field/index.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuRadio } from '../../../ui/menu.tsx'
import { totalLabel, totalsOf } from './total-function.ts'

type TotalMenuProps = {
  anchor: Element
  field: LevelField
  chosen: TotalFunction | undefined
  onChoose: (total: TotalFunction | undefined) => void
  onClose: () => void
}

/** What a total may say of a column. */
export function TotalMenu({ anchor, field, chosen, onChoose, onClose }: TotalMenuProps) {
  const options = [
    { value: 'none' as const, label: 'None' },
    ...totalsOf(field).map((value) => ({ value, label: totalLabel(field, value) })),
  ]
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuRadio<TotalFunction | 'none'>
        value={chosen ?? 'none'}
        onChange={(value) => {
          onChoose(value === 'none' ? undefined : value)
          onClose()
        }}
        options={options}
      />
    </AnchoredMenu>
  )
}
