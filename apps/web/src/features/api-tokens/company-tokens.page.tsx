import { TokenPage } from './token-page.tsx'

/** Tokens for programs that work for the company, anyone who comes and goes. */
export function CompanyTokensPage() {
  return (
    <TokenPage
      scope="tenant"
      title="API tokens"
      permission="api-token.administer"
      what="the API tokens of the company"
    />
  )
}
