/**
 * What Steward asks of a provider of identities outside of it. A provider has those of the parts below
 * that it can do; anyone who uses one looks whether the part is there.
 */
export interface IdentityProvider {
  readonly name: string
  /** A sentence on whether it answers with these settings. */
  check(): Promise<ProviderCheck>
  /** People type a name and a password here, and Steward passes them on. */
  passwords?: PasswordSignIn
  /** People are sent to a page of the provider and come back. */
  redirect?: RedirectSignIn
  /** Programs come with a token that the provider issued. */
  tokens?: BearerTokens
}

export interface ProviderCheck {
  reachable: boolean
  message: string
}

/** Someone who proved to the provider who they are, as it describes them. */
export interface ProvenIdentity {
  email: string | null
  /** Whether the provider made sure that the address is theirs. */
  emailVerified: boolean
  /** The id of the user, where the provider keeps it. */
  userId: number | null
}

/**
 * credentials: name or password are wrong. code: a code is wrong. expired: the sign-in, or a code, is too
 * old. too_many: wait. password: the new password is not accepted. unsupported: the provider asks for
 * what Steward cannot do. settings: the provider does not accept how Steward asks. away: no answer.
 */
export type Refusal =
  | 'credentials'
  | 'code'
  | 'expired'
  | 'too_many'
  | 'password'
  | 'unsupported'
  | 'settings'
  | 'away'

export interface Refused {
  kind: 'refused'
  refusal: Refusal
  /** What the provider says of it, where that helps people. */
  message?: string
}

export interface Proven {
  kind: 'proven'
  identity: ProvenIdentity
}

/** What is still to be done. The provider is given it back with the answer. */
export interface OpenChallenge {
  name: 'NEW_PASSWORD_REQUIRED' | 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA'
  username: string
  session: string
}

export interface Challenged {
  kind: 'challenged'
  challenge: OpenChallenge
  /** Where a code was sent, as far as it may be shown. */
  destination: string | null
  /** Seconds in which it has to be answered. */
  lifetime: number
}

export interface PasswordSignIn {
  signIn(username: string, password: string): Promise<Proven | Challenged | Refused>
  /** `answer` is the new password or the code. */
  respondToChallenge(challenge: OpenChallenge, answer: string): Promise<Proven | Challenged | Refused>
  /** Has a code sent. */
  forgotPassword(username: string): Promise<Refused | undefined>
  resetPassword(username: string, code: string, password: string): Promise<Refused | undefined>
}

/** What has to be kept, and kept secret, from the start to the return. */
export interface RedirectState {
  state: string
  nonce: string
  verifier: string
}

export interface RedirectSignIn {
  /** The address to send the browser to. Throws when the provider does not answer. */
  start(redirectUri: string, username: string): Promise<{ url: string; kept: RedirectState }>
  /** Reads the address that the browser came back with. */
  finish(returned: URL, kept: RedirectState): Promise<Proven | Refused>
}

export interface BearerTokens {
  /** The identity that a token proves, and until when; null when it is not good. */
  verifyToken(token: string): Promise<{ identity: ProvenIdentity; expiresAt: Date } | null>
}
