import { TokenPage } from './token-page.tsx'

/** Tokens for programs that work as the signed-in user. */
export function PersonalTokensPage() {
  return <TokenPage scope="personal" title="My API tokens" />
}
