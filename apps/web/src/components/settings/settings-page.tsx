import type { ReactNode } from 'react'
import type { Permission } from '@steward/contracts/plain/permission'
import { useCan } from '../../api/can.ts'
import { PageContent, PageFrame } from '../page-frame.tsx'
import { NoPermission } from './no-permission.tsx'
import { SettingsHeader } from './settings-header.tsx'

type SettingsPageProps = {
  title: string
  /** The name of the route, for scripts and tests that look for the page. */
  route?: string
  /** Who may see the page. */
  permission?: Permission
  /** What the others may not see: "the audit log". */
  what?: string
  count?: number
  /** Buttons at the right of the header, the one that creates something last. */
  actions?: ReactNode
  /** `parts`: the content brings a toolbar or scrolls by itself. */
  layout?: 'scrolling' | 'parts'
  /** A drawer or a dialog over the page. */
  overlay?: ReactNode
  children: ReactNode
}

/** The frame of every settings page: header with actions, content or the missing permission, and what lies over it. */
export function SettingsPage(props: SettingsPageProps) {
  const {
    title,
    route,
    permission,
    what = title,
    count,
    actions,
    layout = 'scrolling',
    overlay,
    children,
  } = props
  const may = useCan()
  const isAllowed = permission === undefined || may(permission)
  return (
    <PageFrame title={title} route={route}>
      <SettingsHeader title={title} count={count}>
        {isAllowed && actions}
      </SettingsHeader>
      {isAllowed && layout === 'parts' ? (
        children
      ) : (
        <PageContent>{isAllowed ? children : <NoPermission what={what} />}</PageContent>
      )}
      {isAllowed && overlay}
    </PageFrame>
  )
}
