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
  organization: 'Organizations are the customers you look after, with everything that belongs to them.',
  account: 'Accounts are the parts of an organization that you look after one by one.',
  contact: 'Contacts are the people you work with at your customers.',
  pipeline: 'Pipelines hold what may come and what may go: opportunities and risks.',
}

export function ListEmpty({ level, filtered, canCreate, onClear }: ListEmptyProps) {
  if (filtered) {
    return (
      <EmptyState
        kind="no-match"
        title={`No ${level.plural} match`}
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Nothing fits the search and all of the filters at once.
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
      {canCreate ? '' : ' Somebody who may create them can add the first one.'}
    </EmptyState>
  )
}
