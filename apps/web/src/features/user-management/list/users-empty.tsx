import { IconUserPlus } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { UsersTab } from '../users-address.ts'

const words: Record<UsersTab, { title: string; text: string }> = {
  active: { title: 'Nobody is active', text: 'People appear here once they have signed in.' },
  invited: {
    title: 'No open invitations',
    text: 'Whoever is invited stands here until they sign in for the first time.',
  },
  deactivated: {
    title: 'Nobody was deactivated',
    text: 'Somebody who leaves is deactivated: they cannot sign in, and what they did stays.',
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
        title={`Nobody matches “${query}”`}
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Only the people of this tab were searched.
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
