import { IconUserPlus } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { UsersTab } from '../users-address.ts'

const words: Record<UsersTab, { title: string; text: string }> = {
  active: { title: 'No active users', text: 'People appear here once they have logged in.' },
  invited: {
    title: 'No open invitations',
    text: 'Invited people appear here until they log in for the first time.',
  },
  deactivated: {
    title: 'No deactivated users',
    text: "Deactivate people who leave: they can't log in, and their history is kept.",
  },
}

type UsersEmptyProps = {
  tab: UsersTab
  query: string
  onClear: () => void
  /** Left out where no one may be invited. */
  onInvite: (() => void) | undefined
}

export function UsersEmpty({ tab, query, onClear, onInvite }: UsersEmptyProps) {
  if (query) {
    return (
      <EmptyState
        kind="no-match"
        title={`No results for “${query}” in this tab`}
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Try another tab or search.
      </EmptyState>
    )
  }
  const { title, text } = words[tab]
  return (
    <EmptyState
      kind="nothing"
      title={title}
      action={
        tab !== 'deactivated' &&
        onInvite && (
          <Button variant="primary" icon={<IconUserPlus aria-hidden />} onClick={onInvite}>
            Invite users
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
