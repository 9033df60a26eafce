import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconUserPlus } from '@tabler/icons-react'
import type { User, UsersByState } from '@steward/contracts/user-management'
import { useCan } from '../../api/can.ts'
import { usersByStateQuery } from '../../entities/user/index.ts'
import { AppLink } from '../../components/app-link.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsData } from '../../components/settings/settings-rows.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAnchor } from '../../ui/use-anchor.ts'
import type { UserAct } from './acts/user-act.ts'
import type { RowActions } from './list/user-cells.tsx'
import { UsersEmpty } from './list/users-empty.tsx'
import { matchingUsers, orderUsers } from './list/users-order.ts'
import { UsersSkeleton } from './list/users-skeleton.tsx'
import { UsersTable } from './list/users-table.tsx'
import { tabs, useUsersAddress, usersOf } from './users-address.ts'
import { numberText } from '../../ui/reader.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const UserMenu = lazyPart(() => import('./list/user-menu.tsx'), 'UserMenu')
const UserActDialog = lazyPart(() => import('./acts/user-act-dialog.tsx'), 'UserActDialog')
const UsersPanels = lazyPart(() => import('./users-panels.tsx'), 'UsersPanels')

const tabLabels = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' } as const

/** Everyone of the company; who may administer users works on them here. */
export function UsersPage() {
  const administers = useCan()('user.administer')
  const { view, showTab, invite, ...address } = useUsersAddress()
  const query = useQuery(usersByStateQuery)
  const { data } = query

  return (
    <SettingsPage
      title="Users"
      actions={
        administers && (
          <>
            <AppLink to={paths.importUsers} className={buttonClass({ size: 'sm' })}>
              Import users
            </AppLink>
            <Button variant="primary" size="sm" icon={<IconUserPlus aria-hidden />} onClick={invite}>
              Invite users
            </Button>
          </>
        )
      }
      layout="parts"
      overlay={
        administers &&
        view.panel && (
          <Suspense>
            <UsersPanels
              panel={view.panel}
              onClose={address.closePanel}
              onInvited={() => showTab('invited')}
            />
          </Suspense>
        )
      }
    >
      <Tabs
        label="Users by state"
        value={view.tab}
        onChange={showTab}
        tabs={tabs.map((tab) => ({
          value: tab,
          label: tabLabels[tab],
          count: data && usersOf(data, tab).length,
        }))}
        className="min-h-0 flex-1"
      >
        <div className="flex h-full flex-col">
          <Toolbar>
            <SearchField label="Search users" value={view.query} onChange={address.search} />
          </Toolbar>
          <SettingsData query={query} what="the users" skeleton={<UsersSkeleton />}>
            {(users) => <UserList users={users} administers={administers} />}
          </SettingsData>
        </div>
      </Tabs>
    </SettingsPage>
  )
}

function UserList({ users, administers }: { users: UsersByState; administers: boolean }) {
  const { view, search, sortBy, invite, edit, changeRole } = useUsersAddress()
  const { tab, sort } = view
  const query = useDeferredValue(view.query)
  const menu = useAnchor('menu')
  const [menuUser, setMenuUser] = useState<User | null>(null)
  const [asked, setAsked] = useState<{ act: UserAct; user: User } | null>(null)

  const inTab = usersOf(users, tab)
  const { column, descending } = sort
  const ordered = useMemo(() => orderUsers(inTab, { column, descending }), [inTab, column, descending])
  const shown = useMemo(() => matchingUsers(ordered, query), [ordered, query])

  const openMenu = menu.open
  // The address is read when a button is pressed, so that the rows need not be drawn again for it.
  const onMenu = useCallback<RowActions['onMenu']>(
    (user, button) => {
      setMenuUser(user)
      openMenu(button)
    },
    [openMenu],
  )
  const actions = administers ? { onEdit: (user: User) => edit(user.userId), onMenu } : undefined

  if (shown.length === 0) {
    return (
      <UsersEmpty
        tab={tab}
        query={query}
        onClear={() => search('')}
        onInvite={administers ? invite : undefined}
      />
    )
  }
  return (
    <>
      <p role="status" className="hidden-text">
        {numberText(shown.length)} shown
      </p>
      <UsersTable
        users={shown}
        viewKey={`${tab} ${query} ${column} ${descending}`}
        sort={sort}
        onSort={sortBy}
        actions={actions}
      />
      <Suspense>
        {menu.used && menuUser && (
          <UserMenu
            anchor={menu.anchor}
            user={menuUser}
            onClose={menu.close}
            onEdit={() => edit(menuUser.userId)}
            onChangeRole={() => changeRole(menuUser.userId)}
            onAct={(act) => setAsked({ act, user: menuUser })}
          />
        )}
        {asked && <UserActDialog {...asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  )
}
