import type { Level } from '@steward/contracts/level'
import { AppLink } from '../../components/app-link.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type ListEmptyProps = {
  level: Level
  /** There are records, but none that match. */
  filtered: boolean
  canCreate: boolean
  onClear: () => void
}

const purposes: Record<Level['name'], string> = {
  organization: 'Organizations are your customers. Import a spreadsheet or add one by hand.',
  account: 'Accounts are the contracts, sites or teams of an organization that you manage separately.',
  contact: 'Contacts are the people you work with at your customers.',
  pipeline: 'Pipelines track opportunities and risks.',
}

export function ListEmpty({ level, filtered, canCreate, onClear }: ListEmptyProps) {
  if (filtered) {
    return (
      <EmptyState
        kind="no-match"
        title={`No ${level.plural} match`}
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Change the search or the filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="nothing"
      title={`No ${level.plural} yet`}
      action={
        canCreate && (
          <>
            <AppLink to={paths.importOf(level.plural)} className={buttonClass()}>
              Import
            </AppLink>
            <AppLink to={paths.create(level.plural)} className={buttonClass({ variant: 'primary' })}>
              New {level.name}
            </AppLink>
          </>
        )
      }
    >
      {purposes[level.name]}
      {canCreate ? '' : ' Ask a teammate who can create them to add the first one.'}
    </EmptyState>
  )
}
