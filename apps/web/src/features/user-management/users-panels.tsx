import { useQuery } from '@tanstack/react-query'
import { errorPanelProps } from '../../api/error-text.ts'
import { usersByStateQuery } from '../../entities/user/index.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { InfoDrawer } from './edit/info.drawer.tsx'
import { RoleDrawer } from './edit/role.drawer.tsx'
import { InviteDrawer } from './invite/invite.drawer.tsx'
import { findUser, type UsersPanel } from './users-address.ts'

type UsersPanelsProps = {
  panel: NonNullable<UsersPanel>
  onClose: () => void
  /** Everyone who was entered has been invited. */
  onInvited: () => void
}

/** What the address lays over the list: the invitations, or one person. */
export function UsersPanels({ panel, onClose, onInvited }: UsersPanelsProps) {
  const { data, error } = useQuery(usersByStateQuery)
  if (panel.kind === 'invite') return <InviteDrawer onClose={onClose} onInvited={onInvited} />
  const user = findUser(data, panel.userId)
  // A drawer of its own for each person, so that nothing of one is saved to another.
  if (user && panel.kind === 'edit') return <InfoDrawer key={user.userId} user={user} onClose={onClose} />
  if (user) return <RoleDrawer key={user.userId} user={user} onClose={onClose} />
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="User">
      {error && <ErrorPanel {...errorPanelProps(error)} />}
      {data && (
        <EmptyState kind="no-match" title="This user does not exist">
          The link may be outdated or wrong.
        </EmptyState>
      )}
      {!data && !error && <Spinner label="Loading the user" />}
    </Drawer>
  )
}
