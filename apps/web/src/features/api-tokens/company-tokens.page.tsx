import { useCan } from '../../api/can.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { TokenPage } from './token-page.tsx'

/** Tokens for programs that work for the company, anyone who comes and goes. */
export function CompanyTokensPage() {
  const may = useCan()('api-token.administer')
  if (may) return <TokenPage scope="tenant" title="API tokens" />
  return (
    <PageFrame title="API tokens">
      <SettingsHeader title="API tokens" />
      <PageContent>
        <NoPermission what="the API tokens of the company" />
      </PageContent>
    </PageFrame>
  )
}
