import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { shownRefusal, type HttpOut } from '../../platform/http-out/http-out.ts'
import { identityOf } from './match.rules.ts'
import type {
  IdentityProvider,
  Proven,
  ProvenIdentity,
  RedirectSignIn,
  RedirectState,
  Refused,
} from './provider.port.ts'

export interface OidcOptions {
  issuer: string
  clientId: string
  /** In clear; null for a client that has none. */
  clientSecret: string | null
}

type Library = typeof import('openid-client')

// Loaded with the first sign-in.
const library = (): Promise<Library> => import('openid-client')

/** Seconds for a call. */
const longestCall = 10
/** Milliseconds after which the provider is asked for its description again. */
const descriptionAge = 60 * 60_000
const scope = 'openid email profile'

/** Error codes that are the provider's decision, not a connection failure. */
const refusing = new Set([
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
])
const untrue = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function refusalOf(error: unknown): Refused {
  const code = codeOf(error)
  const isWord = refusing.has(code) || untrue.has(code)
  return { kind: 'refused', refusal: isWord ? 'credentials' : 'away' }
}

/** Sends the secret in the way that the provider takes; where it names none, that of the standard. */
function withSecret(client: Library, secret: string): ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...call) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (ways.includes('client_secret_basic') ? basic : post)(server, ...call)
  }
}

/** Such a provider keeps no ids of ours: what looks like one was written by anybody. */
function provenBy(claims: Record<string, unknown>): ProvenIdentity {
  return { ...identityOf(claims), userId: null }
}

/** A provider that speaks OpenID Connect. */
export function createOidcProvider(options: OidcOptions, http: HttpOut, now: () => Date): IdentityProvider {
  const issuer = new URL(options.issuer)
  const isPlain = issuer.protocol === 'http:'
  let known: { configuration: Promise<Configuration>; at: number } | undefined

  async function discover(): Promise<Configuration> {
    http.check(issuer)
    const client = await library()
    const send = ((url: string, init: RequestInit) => http.fetch(url, init)) as unknown as CustomFetch
    return client.discovery(
      issuer,
      options.clientId,
      options.clientSecret ?? undefined,
      options.clientSecret ? withSecret(client, options.clientSecret) : client.None(),
      {
        [client.customFetch]: send,
        timeout: longestCall,
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      },
    )
  }

  function configuration(): Promise<Configuration> {
    const at = now().getTime()
    if (known && at - known.at < descriptionAge) return known.configuration
    const found = discover()
    known = { configuration: found, at }
    found.catch(() => (known = undefined))
    return found
  }

  async function exchange(returned: URL, kept: RedirectState): Promise<Proven> {
    const [client, found] = [await library(), await configuration()]
    const tokens = await client.authorizationCodeGrant(found, returned, {
      pkceCodeVerifier: kept.verifier,
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The response contained no ID token')
    if (claims.email !== undefined || !found.serverMetadata().userinfo_endpoint) {
      return { kind: 'proven', identity: provenBy(claims) }
    }
    // Some providers tell the address only when they are asked for it.
    const more = await client.fetchUserInfo(found, tokens.access_token, claims.sub)
    return { kind: 'proven', identity: provenBy({ ...claims, ...more }) }
  }

  const redirect: RedirectSignIn = {
    async start(redirectUri, username) {
      const [client, found] = [await library(), await configuration()]
      const kept: RedirectState = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope,
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
        ...(username ? { login_hint: username } : {}),
      })
      return { url: url.href, kept }
    },
    async finish(returned, kept) {
      try {
        return await exchange(returned, kept)
      } catch (error) {
        return refusalOf(error)
      }
    },
  }

  return {
    name: 'oidc',
    redirect,
    async check() {
      try {
        const metadata = (await discover()).serverMetadata()
        if (!metadata.authorization_endpoint || !metadata.token_endpoint) {
          return {
            reachable: false,
            message: "The provider responds, but doesn't support the authorization code flow.",
          }
        }
        return { reachable: true, message: `The provider responds as ${metadata.issuer}.` }
      } catch (error) {
        return { reachable: false, message: shownRefusal(error) ?? faultOf(error) }
      }
    },
  }
}

/** The same for a name that doesn't exist and for one of a private network: which names there are is not told. */
const noAnswer =
  "The provider isn't responding. Check the address of the issuer; an address in a private network needs ALLOW_PRIVATE_ADDRESSES=on."

function faultOf(error: unknown): string {
  if (codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    return 'The provider uses another issuer address. Enter the issuer exactly as the provider does.'
  }
  if (codeOf(error).startsWith('OAUTH_')) {
    return 'This address is not an OpenID Connect provider. Check the issuer.'
  }
  return noAnswer
}
