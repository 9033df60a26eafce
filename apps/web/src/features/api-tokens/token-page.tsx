import { Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ApiToken } from '@steward/contracts/api-token'
import type { Permission } from '@steward/contracts/plain/permission'
import { useSearchParams } from '../../components/search-params.ts'
import { CreateButton } from '../../components/settings/create-button.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { TableSkeleton } from '../../components/settings/table-skeleton.tsx'
import { useAnchor } from '../../ui/use-anchor.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { tokensQuery, type TokenScope } from './api-tokens.calls.ts'
import { TokenTable } from './list/token-table.tsx'
import { TokensEmpty } from './list/tokens-empty.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const CreateTokenDrawer = lazyPart(() => import('./create/create-token.drawer.tsx'), 'CreateTokenDrawer')
const PermissionList = lazyPart(() => import('./list/permission-list.tsx'), 'PermissionList')

type TokenPageProps = { scope: TokenScope; title: string; permission?: Permission; what?: string }

/** The API tokens of the user or of the company. The address shows whether a new one is being made. */
export function TokenPage({ scope, ...page }: TokenPageProps) {
  const [search, change] = useSearchParams()
  const create = () => change({ create: true })
  return (
    <SettingsPage
      {...page}
      actions={<CreateButton label="New token" onClick={create} />}
      overlay={
        search.create === true && (
          <Suspense>
            <CreateTokenDrawer scope={scope} onClose={() => change({ create: undefined })} />
          </Suspense>
        )
      }
    >
      <Tokens scope={scope} onCreate={create} />
    </SettingsPage>
  )
}

const skeleton = <TableSkeleton label="Loading the tokens" rows={4} rowClassName="h-13" />

function Tokens({ scope, onCreate }: { scope: TokenScope; onCreate: () => void }) {
  const query = useQuery(tokensQuery(scope))
  const details = useAnchor('dialog')
  const [detailed, setDetailed] = useState<ApiToken | null>(null)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  return (
    <>
      <SettingsRows
        query={query}
        what="the tokens"
        skeleton={skeleton}
        empty={<TokensEmpty scope={scope} onCreate={onCreate} />}
      >
        {(tokens) => (
          <TokenTable
            tokens={tokens}
            scope={scope}
            onRevoke={setRevoked}
            onPermissions={(token, button) => {
              setDetailed(token)
              details.open(button)
            }}
          />
        )}
      </SettingsRows>
      {details.used && detailed && (
        <Suspense>
          <PermissionList anchor={details.anchor} token={detailed} onClose={details.close} />
        </Suspense>
      )}
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}
