import { EmptyState } from '../../ui/empty-state.tsx'

/** A page that the user's role may not see. `what` names it: the audit log. */
export function NoPermission({ what }: { what: string }) {
  return (
    <EmptyState kind="no-permission" title={`You don't have access to ${what}`}>
      Ask an administrator for access.
    </EmptyState>
  )
}
