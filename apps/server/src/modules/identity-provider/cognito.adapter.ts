import { randomUUID } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type {
  CognitoIdentityProvider,
  InitiateAuthCommandOutput,
  RespondToAuthChallengeCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider'
import { shownRefusal, type HttpOut } from '../../platform/http-out/http-out.ts'
import {
  challengeOf,
  endpointOf,
  factorOf,
  faultOfProbe,
  refusalOf,
  responsesOf,
  type CognitoCall,
} from './cognito.rules.ts'
import { createCognitoTokens, type CognitoClaims, type CognitoTokens } from './cognito.tokens.ts'
import { identityOf } from './match.rules.ts'
import type {
  BearerTokens,
  Challenged,
  IdentityProvider,
  PasswordSignIn,
  ProvenIdentity,
  ProviderCheck,
  Proven,
  Refused,
} from './provider.port.ts'
import type { CognitoSettings } from './sign-in-settings.rules.ts'

type Output = InitiateAuthCommandOutput | RespondToAuthChallengeCommandOutput
type Step = Proven | Challenged | Refused

/** Milliseconds for a call. */
const longestCall = 10_000

/** The SDK is large, and most companies do without: it is loaded when the first one signs in with it. */
async function connect(settings: CognitoSettings, http: HttpOut): Promise<CognitoIdentityProvider> {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const { lookup } = http
  return new sdk.CognitoIdentityProvider({
    region: settings.region,
    endpoint: endpointOf(settings),
    maxAttempts: 2,
    requestHandler: {
      httpAgent: new HttpAgent({ keepAlive: true, lookup }),
      httpsAgent: new HttpsAgent({ keepAlive: true, lookup }),
      connectionTimeout: longestCall,
      requestTimeout: longestCall,
      throwOnRequestTimeout: true,
    },
  })
}

/** Keeps what was made, but not a failure to make it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

async function attempt<T>(call: CognitoCall, work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    return refusalOf(call, error)
  }
}

const fault = (message: string): ProviderCheck => ({ reachable: false, message })

/** An Amazon Cognito user pool. */
export function createCognitoProvider(settings: CognitoSettings, http: HttpOut): IdentityProvider {
  const ClientId = settings.userPoolWebClientId
  const tokens = once<CognitoTokens>(() => createCognitoTokens(settings, http))
  const connected = once(() => connect(settings, http))

  async function client(): Promise<CognitoIdentityProvider> {
    http.check(endpointOf(settings))
    return connected()
  }

  /** What was signed in with proves nothing until its token is checked to be of this pool and client. */
  async function proven(token: string | undefined): Promise<Proven | Refused> {
    try {
      const claims = await (await tokens()).verify(token ?? '')
      return { kind: 'proven', identity: identityOf(claims) }
    } catch {
      return { kind: 'refused', refusal: 'settings' }
    }
  }

  async function choose(output: Output, username: string): Promise<Step> {
    const factor = factorOf(output)
    if (!factor) return { kind: 'refused', refusal: 'unsupported' }
    const next = await (
      await client()
    ).respondToAuthChallenge({
      ClientId,
      ChallengeName: 'SELECT_MFA_TYPE',
      Session: output.Session,
      ChallengeResponses: {
        USERNAME: output.ChallengeParameters?.USER_ID_FOR_SRP ?? username,
        ANSWER: factor,
      },
    })
    return challengeOf(next, username)
  }

  async function stepOf(output: Output, username: string): Promise<Step> {
    if (output.AuthenticationResult) return proven(output.AuthenticationResult.IdToken)
    if (output.ChallengeName === 'SELECT_MFA_TYPE') return choose(output, username)
    return challengeOf(output, username)
  }

  const passwords: PasswordSignIn = {
    signIn: (username, password) =>
      attempt('signIn', async () => {
        const output = await (
          await client()
        ).initiateAuth({
          ClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: username, PASSWORD: password },
        })
        return stepOf(output, username)
      }),
    respondToChallenge: ({ name, username, session }, answer) =>
      attempt(name === 'NEW_PASSWORD_REQUIRED' ? 'newPassword' : 'mfa', async () => {
        const output = await (
          await client()
        ).respondToAuthChallenge({
          ClientId,
          ChallengeName: name,
          Session: session,
          ChallengeResponses: responsesOf(name, username, answer),
        })
        return stepOf(output, username)
      }),
    forgotPassword: (username) =>
      attempt('forgotPassword', async () => {
        await (await client()).forgotPassword({ ClientId, Username: username })
        return undefined
      }),
    resetPassword: (username, code, password) =>
      attempt('resetPassword', async () => {
        await (
          await client()
        ).confirmForgotPassword({
          ClientId,
          Username: username,
          ConfirmationCode: code,
          Password: password,
        })
        return undefined
      }),
  }

  /** An access token names no one: the pool is asked whose it is, which tells as well when it was revoked. */
  async function identityBehind(claims: CognitoClaims, token: string): Promise<ProvenIdentity> {
    if (claims.token_use === 'id') return identityOf(claims)
    const { UserAttributes = [] } = await (await client()).getUser({ AccessToken: token })
    return identityOf(Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value])))
  }

  const bearer: BearerTokens = {
    async verifyToken(token) {
      try {
        const claims = await (await tokens()).verify(token)
        return { identity: await identityBehind(claims, token), expiresAt: new Date(claims.exp * 1000) }
      } catch {
        return null
      }
    },
  }

  async function check(): Promise<ProviderCheck> {
    try {
      http.check(endpointOf(settings))
      await (await tokens()).loadKeys()
    } catch (error) {
      return fault(
        shownRefusal(error) ??
          "The user pool isn't responding. Check region, user pool and address; an address in a private network needs ALLOW_PRIVATE_ADDRESSES=on.",
      )
    }
    try {
      await (
        await client()
      ).initiateAuth({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: `nobody-${randomUUID()}@example.invalid`, PASSWORD: randomUUID() },
      })
    } catch (error) {
      const message = faultOfProbe(error)
      if (message) return fault(message)
    }
    return {
      reachable: true,
      message: `The user pool ${settings.userPoolId} responds, and its app client allows sign-ins.`,
    }
  }

  return { name: 'cognito', check, passwords, tokens: bearer }
}
