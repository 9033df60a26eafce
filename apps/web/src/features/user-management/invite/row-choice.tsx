import { useQuery } from '@tanstack/react-query'
import { roles } from '@steward/contracts/plain/permission'
import { currenciesQuery } from '../../../entities/currency/index.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuRadio } from '../../../ui/menu.tsx'
import type { InviteRow } from './invite-list.ts'
import type { Choosing } from './invite-list.ts'
import type { ForAll } from './use-invitations.ts'

type RowChoiceProps = {
  anchor: Element | null
  choosing: Choosing
  forAll: ForAll
  onClose: () => void
  onChange: (change: Partial<InviteRow>) => void
}

const asAll = 'as-all'

/** Role or display currency of one person; the first choice follows the one for all. */
export function RowChoice({ anchor, choosing, forAll, onClose, onChange }: RowChoiceProps) {
  const { row, what } = choosing
  const { data: currencies = [] } = useQuery(currenciesQuery)
  const isRole = what === 'role'
  const options = isRole
    ? roles.map(({ id, name }) => ({ value: String(id), label: name }))
    : currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))
  const general = isRole ? roles.find(({ id }) => id === forAll.roleId)?.name : forAll.displayCurrency
  const own = isRole ? row.roleId : row.displayCurrency

  function choose(value: string) {
    const chosen = value === asAll ? undefined : value
    onChange(
      isRole ? { roleId: roles.find(({ id }) => String(id) === chosen)?.id } : { displayCurrency: chosen },
    )
    onClose()
  }

  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} align="end">
      <MenuRadio
        value={own === undefined ? asAll : String(own)}
        onChange={choose}
        options={[{ value: asAll, label: `Default (${general ?? ''})` }, ...options]}
      />
    </AnchoredMenu>
  )
}
