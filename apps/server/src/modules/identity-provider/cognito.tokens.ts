import type { HttpOut } from '../../platform/http-out/http-out.ts'
import { issuersOf } from './cognito.rules.ts'
import type { CognitoSettings } from './sign-in-settings.rules.ts'

/** The claims of a token that the user pool issued to the client, and that is good now. */
export type CognitoClaims = Record<string, unknown> & { token_use: 'id' | 'access'; exp: number }

export interface CognitoTokens {
  /** Throws for any other token. */
  verify(token: string): Promise<CognitoClaims>
  /** Throws when the user pool does not give its keys. */
  loadKeys(): Promise<void>
}

/** Checks tokens by the keys of the user pool, which are loaded once and again when an unknown one is used. */
export async function createCognitoTokens(settings: CognitoSettings, http: HttpOut): Promise<CognitoTokens> {
  const [{ JwtVerifier }, { SimpleJwksCache }, { validateCognitoJwtFields }] = await Promise.all([
    import('aws-jwt-verify'),
    import('aws-jwt-verify/jwk'),
    import('aws-jwt-verify/cognito-verifier'),
  ])
  const load = async (uri: string): Promise<ArrayBuffer> => {
    const answer = await http.fetch(uri)
    if (!answer.ok) throw new Error(`${uri} answers ${answer.status}`)
    return answer.arrayBuffer()
  }
  const cache = new SimpleJwksCache({ fetcher: { fetch: load } })
  const issuers = issuersOf(settings)
  const verifier = JwtVerifier.create(
    issuers.map((issuer) => ({
      issuer,
      jwksUri: `${issuer}/.well-known/jwks.json`,
      // Cognito names the client in another claim for each kind of token.
      audience: null,
      customJwtCheck: ({ payload }: { payload: Parameters<typeof validateCognitoJwtFields>[0] }) =>
        validateCognitoJwtFields(payload, { tokenUse: null, clientId: settings.userPoolWebClientId }),
    })),
    { jwksCache: cache },
  )
  return {
    verify: async (token) => (await verifier.verify(token)) as unknown as CognitoClaims,
    async loadKeys() {
      await cache.getJwks(`${issuers[0]}/.well-known/jwks.json`)
    },
  }
}
