import { Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { ApiToken } from '@steward/contracts/api-token'
import { errorPanelProps } from '../../api/error-text.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAnchor } from '../../ui/use-anchor.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { tokensQuery, type TokenScope } from './api-tokens.calls.ts'
import { TokenTable } from './list/token-table.tsx'
import { TokensEmpty } from './list/tokens-empty.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const CreateTokenDrawer = lazyPart(() => import('./create/create-token.drawer.tsx'), 'CreateTokenDrawer')
const PermissionList = lazyPart(() => import('./list/permission-list.tsx'), 'PermissionList')

/** The API tokens of the user or of the company. The address shows whether a new one is being made. */
export function TokenPage({ scope, title }: { scope: TokenScope; title: string }) {
  const [search, change] = useSearchParams()
  const create = () => change({ create: true })
  return (
    <PageFrame title={title}>
      <SettingsHeader title={title}>
        <Button variant="primary" size="sm" icon={<IconPlus aria-hidden />} onClick={create}>
          New token
        </Button>
      </SettingsHeader>
      <PageContent>
        <Tokens scope={scope} onCreate={create} />
      </PageContent>
      {search.create === true && (
        <Suspense>
          <CreateTokenDrawer scope={scope} onClose={() => change({ create: undefined })} />
        </Suspense>
      )}
    </PageFrame>
  )
}

const bars = ['first', 'second', 'third', 'fourth']

function Tokens({ scope, onCreate }: { scope: TokenScope; onCreate: () => void }) {
  const { data, error, refetch } = useQuery(tokensQuery(scope))
  const details = useAnchor('dialog')
  const [detailed, setDetailed] = useState<ApiToken | null>(null)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  if (error && !data) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div role="status">
        <span className="hidden-text">Loading the tokens</span>
        {bars.map((bar) => (
          <div key={bar} className="flex h-13 items-center border-b border-line px-4">
            <Skeleton className="h-3 w-80 max-w-1/2" />
          </div>
        ))}
      </div>
    )
  }
  if (data.length === 0) return <TokensEmpty scope={scope} onCreate={onCreate} />
  return (
    <>
      <TokenTable
        tokens={data}
        scope={scope}
        onRevoke={setRevoked}
        onPermissions={(token, button) => {
          setDetailed(token)
          details.open(button)
        }}
      />
      {details.used && detailed && (
        <Suspense>
          <PermissionList anchor={details.anchor} token={detailed} onClose={details.close} />
        </Suspense>
      )}
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}
