import type { Challenged, Refusal, Refused } from './provider.port.ts'
import type { CognitoSettings } from './sign-in-settings.rules.ts'

/** Where tokens of a user pool say that they come from, and where its keys are. */
export function issuersOf({ region, userPoolId, endpoint }: CognitoSettings): string[] {
  if (endpoint) return [`${endpoint.replace(/\/+$/, '')}/${userPoolId}`]
  const zone = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return [
    `https://cognito-idp.${region}.${zone}/${userPoolId}`,
    `https://issuer-cognito-idp.${region}.${zone}/${userPoolId}`,
  ]
}

/** The address that the calls of a user pool go to. */
export function endpointOf(settings: CognitoSettings): string {
  return settings.endpoint ?? new URL(issuersOf(settings)[0] as string).origin
}

export type CognitoCall = 'signIn' | 'newPassword' | 'mfa' | 'forgotPassword' | 'resetPassword'

/** What the names of Cognito's errors mean, wherever they come. */
const anywhere: Record<string, Refusal> = {
  NotAuthorizedException: 'credentials',
  UserNotFoundException: 'credentials',
  UserNotConfirmedException: 'credentials',
  PasswordResetRequiredException: 'credentials',
  CodeMismatchException: 'code',
  EnableSoftwareTokenMFAException: 'code',
  ExpiredCodeException: 'expired',
  InvalidPasswordException: 'password',
  PasswordHistoryPolicyViolationException: 'password',
  LimitExceededException: 'too_many',
  TooManyRequestsException: 'too_many',
  TooManyFailedAttemptsException: 'too_many',
  InvalidParameterException: 'settings',
  InvalidUserPoolConfigurationException: 'settings',
  InvalidSmsRoleAccessPolicyException: 'settings',
  InvalidSmsRoleTrustRelationshipException: 'settings',
  InvalidEmailRoleAccessPolicyException: 'settings',
  CodeDeliveryFailureException: 'settings',
  ResourceNotFoundException: 'settings',
  ForbiddenException: 'settings',
  MFAMethodNotFoundException: 'unsupported',
  SoftwareTokenMFANotFoundException: 'unsupported',
}

/** Where a call gives a name another meaning. */
const inCall: Partial<Record<CognitoCall, Record<string, Refusal>>> = {
  // A name that no one has and a wrong password are one answer.
  signIn: { InvalidPasswordException: 'credentials' },
  // The password was right already: what is refused is the session of the challenge.
  newPassword: { NotAuthorizedException: 'expired', CodeMismatchException: 'expired' },
  mfa: { NotAuthorizedException: 'expired' },
  // A user without a verified address shows in the answer: to no one here.
  forgotPassword: { InvalidParameterException: 'credentials', CodeDeliveryFailureException: 'credentials' },
  // Anyone who has no such code must not learn whether the name exists.
  resetPassword: {
    NotAuthorizedException: 'code',
    UserNotFoundException: 'code',
    UserNotConfirmedException: 'code',
    ExpiredCodeException: 'code',
  },
}

/** What a failed call means. */
export function refusalOf(call: CognitoCall, error: unknown): Refused {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'NotAuthorizedException' && /attempts exceeded/i.test(message)) {
    return { kind: 'refused', refusal: 'too_many' }
  }
  const refusal = inCall[call]?.[name] ?? anywhere[name] ?? 'away'
  return { kind: 'refused', refusal, ...(refusal === 'password' ? { message } : {}) }
}

/** A challenge as Cognito sends one. */
export interface CognitoChallenge {
  ChallengeName?: string | undefined
  Session?: string | undefined
  ChallengeParameters?: Record<string, string> | undefined
}

/** Seconds that the session of a challenge lasts, unless the user pool says otherwise. */
const challengeLifetime = 180

const answerable = ['NEW_PASSWORD_REQUIRED', 'SMS_MFA', 'SOFTWARE_TOKEN_MFA'] as const

/** A phone number as far as it may be shown: its last four digits. */
function hiddenPhone(phoneNumber: string | undefined): string | null {
  return phoneNumber ? `•••• ${phoneNumber.slice(-4)}` : null
}

/** A challenge that people can answer here. */
export function challengeOf(given: CognitoChallenge, username: string): Challenged | Refused {
  const name = answerable.find((one) => one === given.ChallengeName)
  const parameters = given.ChallengeParameters ?? {}
  if (!name || !given.Session) return { kind: 'refused', refusal: 'unsupported' }
  return {
    kind: 'challenged',
    challenge: { name, username: parameters.USER_ID_FOR_SRP ?? username, session: given.Session },
    destination: name === 'SMS_MFA' ? hiddenPhone(parameters.CODE_DELIVERY_DESTINATION) : null,
    lifetime: challengeLifetime,
  }
}

/** The factor to continue with where the user has several: the authenticator, which costs no one a message. */
export function factorOf(given: CognitoChallenge): 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA' | null {
  const offered = given.ChallengeParameters?.MFAS_CAN_CHOOSE ?? ''
  if (offered.includes('SOFTWARE_TOKEN_MFA')) return 'SOFTWARE_TOKEN_MFA'
  return offered.includes('SMS_MFA') ? 'SMS_MFA' : null
}

/** The answer to a challenge in Cognito's words. */
export function responsesOf(
  name: Challenged['challenge']['name'],
  username: string,
  answer: string,
): Record<string, string> {
  const key = name === 'NEW_PASSWORD_REQUIRED' ? 'NEW_PASSWORD' : `${name}_CODE`
  return { USERNAME: username, [key]: answer }
}

/** The problem with the settings, from the answer to a sign-in with an unknown name; null: all is well. */
export function faultOfProbe(error: unknown): string | null {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'ResourceNotFoundException') return 'The user pool has no app client with this id.'
  if (/secret/i.test(message))
    return "The app client has a secret. Create one without a secret: browsers can't keep it."
  if (name === 'InvalidParameterException') {
    return 'The app client does not allow the flow ALLOW_USER_PASSWORD_AUTH. Allow it in the user pool.'
  }
  if (name in anywhere) return null
  return "The user pool doesn't accept sign-ins. Check region and app client."
}
