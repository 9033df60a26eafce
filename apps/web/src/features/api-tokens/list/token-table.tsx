import { roles } from '@steward/contracts/plain/permission'
import type { ApiToken } from '@steward/contracts/api-token'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { HiddenHeader, TableHead } from '../../../ui/table-head.tsx'
import type { TokenScope } from '../api-tokens.calls.ts'
import { Ago, Ending, TokenBadge, stateOf } from './token-state.tsx'

type Acts = {
  onRevoke: (token: ApiToken) => void
  onPermissions: (token: ApiToken, button: HTMLElement) => void
}

type TokenTableProps = Acts & { tokens: readonly ApiToken[]; scope: TokenScope }

const columns = 'md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_7.5rem_minmax(0,1.2fr)_minmax(0,1fr)_6.5rem_5rem]'

/** A table from 768 px on; below, each token is a card. Those that work come first. */
export function TokenTable({ tokens, scope, ...acts }: TokenTableProps) {
  const order = { live: 0, expired: 1, revoked: 2 }
  const ordered = tokens.toSorted((one, other) => order[stateOf(one)] - order[stateOf(other)])
  return (
    <div role="table" aria-label="API tokens" className="min-w-0">
      <TableHead className={cx('gap-x-4', columns)}>
        <span role="columnheader">Name</span>
        <span role="columnheader">Works as</span>
        <span role="columnheader">Permissions</span>
        <span role="columnheader">Created</span>
        <span role="columnheader">Expires</span>
        <span role="columnheader">Last used</span>
        <HiddenHeader>Actions</HiddenHeader>
      </TableHead>
      <div role="rowgroup">
        {ordered.map((token) => (
          <Row key={token.apiTokenId} token={token} scope={scope} {...acts} />
        ))}
      </div>
    </div>
  )
}

function roleName({ roleId }: ApiToken): string {
  return roles.find(({ id }) => id === roleId)?.name ?? ''
}

function Row({ token, scope, onRevoke, onPermissions }: Acts & { token: ApiToken; scope: TokenScope }) {
  const { name, hint, permissions, createdAt, createdBy, lastUsedAt } = token
  const isLive = stateOf(token) === 'live'
  const count = permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`
  return (
    <div
      role="row"
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2',
        !isLive && 'text-2',
        columns,
      )}
    >
      <div role="cell" className="min-w-0 max-md:order-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          <TokenBadge token={token} />
        </p>
        <code className="font-mono text-label text-2">{hint}</code>
      </div>
      <div role="cell" className="min-w-0 max-md:order-3 max-md:col-span-2 max-md:text-label">
        {scope === 'personal' ? (
          'You'
        ) : (
          <>
            Company<span className="md:hidden">, </span>
            <span className="truncate text-label text-2 md:block">{roleName(token)}</span>
          </>
        )}
      </div>
      <div role="cell" className="max-md:order-4 max-md:col-span-2">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${count} of ${name}`}
          onClick={(event) => onPermissions(token, event.currentTarget)}
          className="tabular h-6 rounded-chip text-accent-text hover:underline max-md:text-label"
        >
          {count}
        </button>
      </div>
      <div role="cell" className="min-w-0 text-2 max-md:order-5 max-md:col-span-2 max-md:text-label">
        <span className="md:hidden">Created </span>
        <Ago at={createdAt} />
        {scope === 'tenant' && <span className="truncate text-label md:block"> by {createdBy}</span>}
      </div>
      <div role="cell" className="truncate text-2 max-md:order-6 max-md:col-span-2 max-md:text-label">
        <span className="md:hidden">Expires: </span>
        <Ending token={token} />
      </div>
      <div role="cell" className="truncate text-2 max-md:order-7 max-md:col-span-2 max-md:text-label">
        <span className="md:hidden">Last used: </span>
        {lastUsedAt ? <Ago at={lastUsedAt} /> : 'never'}
      </div>
      <div role="cell" className="flex justify-end max-md:order-2">
        {isLive && (
          <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        )}
      </div>
    </div>
  )
}
